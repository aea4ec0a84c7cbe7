import { type GstState, gstStateName, gstStates } from '@greenroom/contract/gst-state'

/** A place of supply: a State, 97 for a place in India outside every State, 96 for abroad. */
export type PlaceCode = GstState | '96' | '97'

/** Abroad, as GST returns number it. */
export const abroad = '96'
/** A place in India outside every State, such as its territorial waters. */
export const otherTerritory = '97'

/**
 * Union Territories without a legislature, where the second half of the tax is UTGST. Delhi, Puducherry and Jammu and
 * Kashmir have one and charge SGST.
 * @see UTGST Act, section 1(2) and section 2(8)
 */
const withoutLegislature: ReadonlySet<string> = new Set(['04', '26', '31', '35', '38', otherTerritory])

/**
 * Usual spellings and abbreviations besides the names. Abbreviations that also mean another State or country are left
 * out: UT and UK are read only as written here.
 */
const otherNames: Partial<Record<PlaceCode, readonly string[]>> = {
  '01': ['Jammu Kashmir', 'J and K', 'JK'],
  '02': ['HP'],
  '03': ['Panjab', 'PB'],
  '04': ['CH'],
  '05': ['Uttaranchal', 'Uttrakhand', 'UK'],
  '06': ['Hariyana', 'HR'],
  '07': ['New Delhi', 'NCT of Delhi', 'Delhi NCT', 'National Capital Territory of Delhi', 'DL'],
  '08': ['RJ'],
  '09': ['UP', 'Uttarpradesh'],
  '10': ['BR'],
  '11': ['SK'],
  '12': ['Arunachal', 'AR'],
  '13': ['NL'],
  '14': ['MN'],
  '15': ['MZ'],
  '16': ['TR'],
  '17': ['ML'],
  '18': ['Asom', 'AS'],
  '19': ['Paschim Banga', 'Bengal', 'Westbengal', 'WB'],
  '20': ['JH'],
  '21': ['Orissa', 'OD', 'OR'],
  '22': ['Chattisgarh', 'Chhatisgarh', 'CG', 'CT'],
  '23': ['Madhyapradesh', 'MP'],
  '24': ['Gujrat', 'GJ'],
  '26': [
    'Dadra and Nagar Haveli',
    'Daman and Diu',
    'Dadra and Nagar Haveli and Daman Diu',
    'DNHDD',
    'DNH',
    'DH',
    'DN',
    'DD',
  ],
  '27': ['Maharastra', 'MH'],
  '29': ['Karnatka', 'KA'],
  '30': ['GA'],
  '31': ['Lakshadweep Islands', 'LD'],
  '32': ['Keralam', 'KL'],
  '33': ['Tamilnadu', 'TN'],
  '34': ['Pondicherry', 'Pondichery', 'PY'],
  '35': ['Andaman and Nicobar', 'Andaman Nicobar', 'AN'],
  '36': ['Telengana', 'TG', 'TS'],
  '37': ['Andhra', 'Andhrapradesh', 'AP'],
  '38': ['LA'],
  '96': ['Outside India', 'Foreign Country', 'Other Country', 'Other Countries'],
  '97': ['Other Territory'],
}

/** Codes that ended: Daman and Diu joined 26 in 2020. 28 was Andhra Pradesh with Telangana, so it names no State. */
const endedCodes: Readonly<Record<string, PlaceCode>> = { '25': '26' }

const comparable = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
const joined = (text: string) => text.replaceAll(' ', '')

const codes = new Map<string, PlaceCode>()
for (const { code, name } of gstStates) codes.set(joined(comparable(name)), code)
for (const [code, names] of Object.entries(otherNames)) {
  for (const name of names) codes.set(joined(comparable(name)), code as PlaceCode)
}
const numbers = new Map<string, PlaceCode>([
  ...gstStates.map(({ code }) => [code, code] as const),
  [abroad, abroad],
  [otherTerritory, otherTerritory],
  ...Object.entries(endedCodes),
])

/**
 * Reads a State from its GST code, its name, a usual spelling or its abbreviation, in any case, spacing and
 * punctuation; "29-Karnataka" and "Karnataka (29)" too.
 * @param isIndia whether the address is known to be Indian. Otherwise abbreviations and numbers say nothing: GA is
 * also Georgia, and 33 a French department.
 * @returns null for any other text, never a State that might be another one
 */
export function stateCodeOf(text: string, { isIndia }: { isIndia: boolean }): PlaceCode | null {
  const plain = comparable(text)
  const number = /^(\d{1,2})$/.exec(plain)?.[1]
  if (number !== undefined) return isIndia ? (numbers.get(number.padStart(2, '0')) ?? null) : null
  const both = /^(\d{1,2}) (\D+)$/.exec(plain) ?? /^(\D+) (\d{1,2})$/.exec(plain)
  if (both) {
    const [digits = '', name = ''] = /^\d/.test(plain) ? [both[1], both[2]] : [both[2], both[1]]
    const code = numbers.get(digits.padStart(2, '0'))
    // A code and a name that contradict each other name no State.
    return code !== undefined && codes.get(joined(name)) === code ? code : null
  }
  const withoutKind = plain.replace(/^state of | state$/g, '')
  const name = joined(withoutKind)
  if (name.length <= 3 && !isIndia) return null
  return codes.get(name) ?? null
}

/** Formats a place as documents print it: "Karnataka (29)", "Outside India (96)". */
export function placeName(code: PlaceCode): string {
  if (code === abroad) return `Outside India (${code})`
  if (code === otherTerritory) return `Other Territory (${code})`
  return `${gstStateName(code)} (${code})`
}

/** The name of the second half of the tax in a State: UTGST in a Union Territory without a legislature. */
export function stateTaxName(code: PlaceCode): 'SGST' | 'UTGST' {
  return withoutLegislature.has(code) ? 'UTGST' : 'SGST'
}
