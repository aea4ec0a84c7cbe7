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

/** Usual spellings and abbreviations besides the names. UT is left out: it also abbreviates Union Territory. */
const otherNames: Partial<Record<PlaceCode, readonly string[]>> = {
  '01': ['Jammu Kashmir', 'J and K', 'JK'],
  '02': ['HP'],
  '03': ['Panjab', 'PB', 'ਪੰਜਾਬ'],
  '04': ['CH'],
  '05': ['Uttaranchal', 'Uttrakhand', 'UK'],
  '06': ['Hariyana', 'HR', 'हरियाणा'],
  '07': ['New Delhi', 'NCT of Delhi', 'Delhi NCT', 'National Capital Territory of Delhi', 'DL', 'दिल्ली'],
  '08': ['RJ', 'राजस्थान'],
  '09': ['UP', 'Uttarpradesh', 'उत्तर प्रदेश'],
  '10': ['BR', 'बिहार'],
  '11': ['SK'],
  '12': ['Arunachal', 'AR'],
  '13': ['NL'],
  '14': ['MN'],
  '15': ['MZ'],
  '16': ['TR'],
  '17': ['ML'],
  '18': ['Asom', 'AS', 'অসম'],
  '19': ['Paschim Banga', 'Bengal', 'Westbengal', 'WB', 'পশ্চিমবঙ্গ'],
  '20': ['JH'],
  '21': ['Orissa', 'OD', 'OR', 'ଓଡ଼ିଶା'],
  '22': ['Chattisgarh', 'Chhatisgarh', 'CG', 'CT'],
  '23': ['Madhyapradesh', 'MP', 'मध्य प्रदेश'],
  '24': ['Gujrat', 'GJ', 'ગુજરાત'],
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
  '27': ['Maharastra', 'MH', 'महाराष्ट्र'],
  '29': ['Karnatka', 'KA', 'ಕರ್ನಾಟಕ'],
  '30': ['GA'],
  '31': ['Lakshadweep Islands', 'LD'],
  '32': ['Keralam', 'KL', 'കേരളം'],
  '33': ['Tamilnadu', 'TN', 'தமிழ்நாடு'],
  '34': ['Pondicherry', 'Pondichery', 'PY'],
  '35': ['Andaman and Nicobar', 'Andaman Nicobar', 'AN'],
  '36': ['Telengana', 'TG', 'TS', 'తెలంగాణ'],
  '37': ['Andhra', 'Andhrapradesh', 'AP', 'ఆంధ్ర ప్రదేశ్'],
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

const byName = new Map<string, PlaceCode>()
const byAbbreviation = new Map<string, PlaceCode>()
for (const { code, name } of gstStates) byName.set(joined(comparable(name)), code)
for (const [code, names] of Object.entries(otherNames)) {
  for (const name of names) {
    const codes = /^[A-Z]+$/.test(name) ? byAbbreviation : byName
    codes.set(joined(comparable(name)), code as PlaceCode)
  }
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
    return code !== undefined && code === (named(name) ?? abbreviated(name)) ? code : null
  }
  const whole = named(plain)
  if (whole !== null) return whole
  // "Goa, India", and the form of ISO 3166-2: "IN-GA".
  const withoutCountry = plain.replace(/ india$|^in (?=[a-z]{2}$)/, '')
  const isSurelyIndia = isIndia || withoutCountry !== plain
  return named(withoutCountry) ?? (isSurelyIndia ? abbreviated(withoutCountry) : null)
}

const named = (text: string) => byName.get(joined(text.replace(/^state of | state$/g, ''))) ?? null
const abbreviated = (text: string) => byAbbreviation.get(joined(text)) ?? null

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
