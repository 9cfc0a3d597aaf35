// Calling the staff: the button in the bar, and the strip that says whether somebody comes.

import { $, setAttribute, setText, show } from "./dom.js";
import { sign } from "./icons.js";
import { words } from "./words.js";

export class StaffCall {
  constructor(page) {
    this.canCall = page.menu.hasStaffPage;
    sign($("call-staff"), "bell", words.staffCall.call);
    // Where the words have no room, the name stays.
    setAttribute($("call-staff"), "aria-label", words.staffCall.call);
    sign($("staff-call-sign"), "bell");
    setText($("staff-call-cancel"), words.staffCall.cancel);
    setText($("staff-call-again"), words.staffCall.again);
    for (const id of ["call-staff", "staff-call-again"]) {
      $(id).addEventListener("click", () => page.act({ callStaff: {} }));
    }
    $("staff-call-cancel").addEventListener("click", () => page.act({ cancelStaffCall: {} }));
  }

  draw({ staffCall }) {
    const state = staffCall ?? "";
    show($("call-staff"), this.canCall && !state);
    show($("staff-call"), state !== "");
    $("staff-call").dataset.state = state;
    setText($("staff-call-text"), state ? words.staffCall[state] : "");
    show($("staff-call-cancel"), state !== "unanswered");
    show($("staff-call-again"), state === "unanswered");
  }
}
