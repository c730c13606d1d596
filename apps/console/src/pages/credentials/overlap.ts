/** The overlaps that the slider offers, in seconds. */
export const OVERLAPS: readonly { seconds: number; label: string }[] = [
  { seconds: 0, label: 'ends at once' },
  { seconds: 3_600, label: '1 hour' },
  { seconds: 6 * 3_600, label: '6 hours' },
  { seconds: 86_400, label: '1 day' },
  { seconds: 2 * 86_400, label: '2 days' },
  { seconds: 3 * 86_400, label: '3 days' },
  { seconds: 7 * 86_400, label: '7 days' },
];

/** Default: a day is enough to change a configuration. */
export const USUAL_OVERLAP = 3;
