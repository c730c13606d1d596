/** How long the old token works, as the slider offers it: from the shortest, in seconds. */
export const OVERLAPS: readonly { seconds: number; label: string }[] = [
  { seconds: 0, label: 'ends at once' },
  { seconds: 3_600, label: '1 hour' },
  { seconds: 6 * 3_600, label: '6 hours' },
  { seconds: 86_400, label: '1 day' },
  { seconds: 2 * 86_400, label: '2 days' },
  { seconds: 3 * 86_400, label: '3 days' },
  { seconds: 7 * 86_400, label: '7 days' },
];

/** Where the slider begins: a day is time enough to change a configuration. */
export const USUAL_OVERLAP = 3;
