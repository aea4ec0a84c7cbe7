/** Returns the fields of a new person that a search text fills: an e-mail address, or a first and last name. */
export function typedPerson(typed: string): { email?: string; first_name?: string; last_name?: string } {
  const text = typed.trim()
  if (text.includes('@')) return { email: text }
  const [first_name = '', ...others] = text.split(/\s+/)
  return first_name === '' ? {} : { first_name, last_name: others.join(' ') }
}
