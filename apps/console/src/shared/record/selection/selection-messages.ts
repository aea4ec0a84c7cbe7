export const selectionMessages = {
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  selected: (count: number) => `${count} selected`,
  clear: 'Clear selection',
  heading: 'Selected',
} as const
