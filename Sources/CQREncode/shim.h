#ifndef BREWS_CQRENCODE_SHIM_H
#define BREWS_CQRENCODE_SHIM_H

/*
 * The part of libqrencode 4's C interface that Brews uses, written for Brews. The library is opened at run time: a kiosk
 * without it shows no code.
 */

/** A symbol. Of each byte of `data`, `width` × `width` of them row by row, bit 0 is a dark module. */
typedef struct {
    int version;
    int width;
    unsigned char *data;
} brews_qrcode;

/**
 * Encodes bytes.
 *
 * @param size Number of bytes.
 * @param version Smallest version of the symbol, 0 for the smallest that fits.
 * @param level Error correction: 0 (7 %) to 3 (30 %).
 * @return A symbol for `QRcode_free`, or NULL: no bytes, too many, or no memory (`errno`).
 */
typedef brews_qrcode *(*brews_qrcode_encode_fn)(int size, const unsigned char *data, int version, int level);

/** Frees a symbol. */
typedef void (*brews_qrcode_free_fn)(brews_qrcode *code);

#endif
