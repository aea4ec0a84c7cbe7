import { countryCodes, countryName } from '@greenroom/contract/country'

const comparable = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/^the /, '')
    .trim()
const joined = (text: string) => comparable(text).replaceAll(' ', '')

const otherNames: Readonly<Record<string, readonly string[]>> = {
  IN: ['Bharat', 'Republic of India', 'IND', 'भारत', 'Hindustan'],
  US: ['USA', 'United States of America', 'America', 'U.S.'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'GBR'],
  AE: ['UAE', 'Emirates', 'ARE'],
  SG: ['SGP'],
  CA: ['CAN'],
  AU: ['AUS'],
  DE: ['DEU', 'Deutschland'],
  NL: ['Holland', 'NLD'],
  SA: ['KSA'],
  KR: ['Republic of Korea', 'Korea'],
  RU: ['Russian Federation'],
  CZ: ['Czech Republic'],
  HK: ['Hong Kong'],
  MO: ['Macau', 'Macao'],
  MM: ['Burma'],
  LK: ['LKA'],
  NZ: ['NZL'],
  VN: ['Viet Nam'],
  TR: ['Turkey'],
  CI: ['Ivory Coast'],
  CV: ['Cape Verde'],
  SZ: ['Swaziland'],
  MK: ['Macedonia'],
}

const byName = new Map<string, string>()
for (const code of countryCodes) byName.set(joined(countryName(code)), code)
for (const [code, list] of Object.entries(otherNames)) {
  for (const name of list) byName.set(joined(name) || name, code)
}
const byCode = new Set(countryCodes)

/**
 * Reads a country from its ISO 3166-1 alpha-2 code, its English name or a usual spelling.
 * @returns the code, or null for any other text
 */
export function countryCodeOf(text: string): string | null {
  const trimmed = text.trim()
  if (byCode.has(trimmed.toUpperCase())) return trimmed.toUpperCase()
  return byName.get(joined(trimmed) || trimmed) ?? null
}
