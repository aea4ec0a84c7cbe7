/** Formats the number of people who hold a seat: "118 registered". */
export function registeredText(count: number): string {
  return `${count.toLocaleString('en-IN')} registered`
}
