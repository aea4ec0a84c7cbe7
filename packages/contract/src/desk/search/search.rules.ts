import { isRecordId } from '../../field.ts'
import { plainPhone } from '../../phone.ts'

/** What a text can be. A kind that it cannot name is not searched. */
export interface SearchedText {
  text: string
  /** The id of a record, in lower case. */
  id: string | null
  /** The last ten digits of a phone, or all of four to nine. */
  phoneEnd: string | null
  /** Whether it can be the beginning of an e-mail address. */
  isEmail: boolean
  /** Whether it can be the beginning of a reference: one word. */
  isCode: boolean
  /** Whether it can be the beginning of somebody's name. */
  isName: boolean
  /** Whether it can be a part of a title: an index finds three letters or digits in a row. */
  isPart: boolean
  /** An amount in minor units, as screens show it. Without its sign it can be of either currency. */
  money: { amount: number; currency: 'INR' | 'USD' | null } | null
}

/** How many digits of a phone are searched for, and how many at least: its last four are on receipts. */
const phoneDigits = { most: 10, least: 4 }
/** "₹99,99,99,999.00" and its like. */
const longestAmount = 20
/** A shorter text begins too many references and addresses to tell them apart. */
const shortestCode = 3

/** Reads what a searched text can be. Phones may have spaces, dashes, brackets and a country code. */
export function readSearch(typed: string): SearchedText {
  const text = typed.trim().replace(/\s+/g, ' ')
  const id = isRecordId(text) ? text.toLowerCase() : null
  const number = plainPhone(text)
  const digits = number.replace(/\D/g, '')
  const isPhone = /^[+\d\s().-]+$/.test(number) && digits.length >= phoneDigits.least && digits.length <= 15
  const length = [...text].length
  const isWord = !text.includes(' ')
  const hasAt = text.includes('@')
  return {
    text,
    id,
    phoneEnd: id === null && isPhone ? digits.slice(-phoneDigits.most) : null,
    isEmail: id === null && isWord && length >= shortestCode && /\p{L}|@/u.test(text),
    isCode: id === null && isWord && !hasAt && length >= shortestCode,
    isName: id === null && !hasAt && /\p{L}/u.test(text),
    isPart: id === null && /[\p{L}\p{N}\p{M}]{3}/u.test(text),
    money: readMoney(text),
  }
}

/** Digits alone are a phone or a part of an ID; a sign, a comma or paise make them an amount. */
function readMoney(text: string): SearchedText['money'] {
  if (text.length > longestAmount) return null
  const [, sign = '', digits = ''] = /^(₹|\$|rs\.?|inr|usd)? ?(\d[\d,]*(?:\.\d\d)?)$/i.exec(text) ?? []
  if (digits === '' || (sign === '' && /^\d+$/.test(digits))) return null
  const amount = Math.round(Number(digits.replaceAll(',', '')) * 100)
  // The database could not compare it.
  if (!Number.isSafeInteger(amount)) return null
  return { amount, currency: sign === '' ? null : /[$u]/i.test(sign) ? 'USD' : 'INR' }
}
