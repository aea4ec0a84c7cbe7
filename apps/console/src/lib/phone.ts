/** Writes a stored phone for people: +919845012763 as +91 98450 12763; one of another country or length keeps its form. */
export function formatPhone(phone: string): string {
  const indian = /^(\+91)(\d{5})(\d{5})$/.exec(phone)
  return indian ? indian.slice(1).join(' ') : phone
}
