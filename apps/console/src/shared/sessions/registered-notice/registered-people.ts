/** "42 people are registered". */
export function registeredPeople(count: number): string {
  return `${count === 1 ? '1 person is' : `${count.toLocaleString('en-IN')} people are`} registered`
}

/** What a question says about the people of a session that is about to disappear (OQ-514); empty without any. */
export function keptSeats(count: number): string {
  return count === 0 ? '' : ` ${registeredPeople(count)}: they keep their seats and get no message.`
}
