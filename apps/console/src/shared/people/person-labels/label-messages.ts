export const labelMessages = {
  title: (name: string) => `Labels of ${name}`,
  help: 'Labels are for staff. Everybody who works with people can see them.',
  current: 'Current labels',
  none: 'No labels yet.',
  remove: (label: string) => `Remove ${label}`,
  label: 'New label',
  hint: 'Up to 40 characters',
  known: 'Labels in use',
  add: 'Add label',
  done: 'Done',
} as const
