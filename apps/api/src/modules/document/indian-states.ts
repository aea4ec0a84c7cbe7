/** States and Union Territories with their GST code and their abbreviation in addresses. */
const states: readonly (readonly [code: string, letters: string, name: string, ...otherNames: string[]])[] = [
  ['01', 'JK', 'Jammu and Kashmir'],
  ['02', 'HP', 'Himachal Pradesh'],
  ['03', 'PB', 'Punjab'],
  ['04', 'CH', 'Chandigarh'],
  ['05', 'UK', 'Uttarakhand', 'Uttaranchal', 'UT'],
  ['06', 'HR', 'Haryana'],
  ['07', 'DL', 'Delhi', 'New Delhi', 'NCT of Delhi'],
  ['08', 'RJ', 'Rajasthan'],
  ['09', 'UP', 'Uttar Pradesh'],
  ['10', 'BR', 'Bihar'],
  ['11', 'SK', 'Sikkim'],
  ['12', 'AR', 'Arunachal Pradesh'],
  ['13', 'NL', 'Nagaland'],
  ['14', 'MN', 'Manipur'],
  ['15', 'MZ', 'Mizoram'],
  ['16', 'TR', 'Tripura'],
  ['17', 'ML', 'Meghalaya'],
  ['18', 'AS', 'Assam'],
  ['19', 'WB', 'West Bengal'],
  ['20', 'JH', 'Jharkhand'],
  ['21', 'OD', 'Odisha', 'Orissa', 'OR'],
  ['22', 'CG', 'Chhattisgarh', 'Chattisgarh', 'CT'],
  ['23', 'MP', 'Madhya Pradesh'],
  ['24', 'GJ', 'Gujarat'],
  ['26', 'DH', 'Dadra and Nagar Haveli and Daman and Diu', 'Dadra and Nagar Haveli', 'Daman and Diu'],
  ['27', 'MH', 'Maharashtra'],
  ['29', 'KA', 'Karnataka'],
  ['30', 'GA', 'Goa'],
  ['31', 'LD', 'Lakshadweep'],
  ['32', 'KL', 'Kerala'],
  ['33', 'TN', 'Tamil Nadu', 'Tamilnadu'],
  ['34', 'PY', 'Puducherry', 'Pondicherry'],
  ['35', 'AN', 'Andaman and Nicobar Islands', 'Andaman and Nicobar'],
  ['36', 'TG', 'Telangana', 'TS'],
  ['37', 'AP', 'Andhra Pradesh'],
  ['38', 'LA', 'Ladakh'],
]

const comparable = (text: string) => text.toLowerCase().replaceAll('&', ' and ').replace(/\W+/g, ' ').trim()

const byName = new Map(
  states.flatMap(([code, letters, name, ...otherNames]) =>
    [code, letters, name, ...otherNames].map((word) => [comparable(word), `${name} (${code})`] as const),
  ),
)

/**
 * Normalises a State to "Karnataka (29)" from its name, GST code or abbreviation, so that two spellings are equal.
 * Returns an unknown State as it was written.
 */
export function stateWithCode(text: string): string {
  return byName.get(comparable(text)) ?? text.trim()
}
