"""What the trainings share: recordings, synthetic voices, café sentences."""
