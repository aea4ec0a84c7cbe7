/**
 * Formats a stored phone number: +919845012763 as +91 98450 12763. A number of another country or length is returned as
 * it is.
 */
export function formatPhone(phone: string): string {
  const indian = /^(\+91)(\d{5})(\d{5})$/.exec(phone)
  return indian ? indian.slice(1).join(' ') : phone
}
