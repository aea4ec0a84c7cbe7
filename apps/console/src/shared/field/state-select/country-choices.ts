import { countryCodes, countryName } from '@greenroom/contract/country'

/** The countries outside India by their English names; the value is the ISO code. */
export const countryChoices = countryCodes
  .filter((code) => code !== 'IN')
  .map((code) => ({ value: code, label: countryName(code) }))
  .sort((one, other) => one.label.localeCompare(other.label, 'en'))
