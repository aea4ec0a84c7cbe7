const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Region codes of Intl that name no country. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Intl also names codes that ISO 3166-1 withdrew; it names them like their successors. */
export const countryCodes: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter(
    (code) =>
      !noCountries.has(code) &&
      names.of(code) !== undefined &&
      Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`,
  )

/** The English name of a country by its code; the code itself if it has none. */
export function countryName(code: string): string {
  return names.of(code) ?? code
}
