import type { CurrencyCode } from '@greenroom/contract/money'
import type { SupplyKind } from '@greenroom/contract/money/document/document.schema'
import { countryCodeOf } from './countries.ts'
import type { TaxKind } from './gst-amounts.ts'
import { gstinProblem, isUin, normalizedGstin, stateOfGstin } from './gstin.ts'
import { abroad, type PlaceCode, stateCodeOf } from './states.ts'

/** What decides the place of supply, as stored with the order. */
interface Sale {
  supplierState: PlaceCode
  /** Normalised. */
  supplierGstin: string
  currency: CurrencyCode
  gstin: string | null
  /** Whether the order says that the buyer is a unit or developer of a Special Economic Zone. */
  isSez: boolean
  billingState: string | null
  billingCountry: string | null
  /** Where the seat is that was sold; null for everything online. */
  venue: Venue | null
}

export interface Venue {
  /** GST code of a State, 96 abroad; null if nobody entered it. */
  state: string | null
  /** Whether the sale is one of a hybrid masterclass, and nobody said that the buyer comes to the venue. */
  isAttendanceUnknown: boolean
}

/** What an accountant decides; see docs/tax.md. */
export interface SupplySettings {
  GST_ON_USD_ORDERS: 'on' | 'off'
  GST_ON_SEZ_ORDERS: 'on' | 'off'
  /** Normalised. */
  SEZ_GSTINS: readonly string[]
  RUPEE_ORDERS_FROM_ABROAD: 'taxed' | 'export'
  HYBRID_WITHOUT_ATTENDANCE: 'online' | 'in-person'
  FOREIGN_BUYERS_AT_VENUE: 'intra-state' | 'inter-state'
}

/** The rule that decided, with its source. docs/tax.md explains each. */
export const supplyRules = {
  'event-venue': 'IGST Act, section 12(6); section 13(5) for buyers abroad',
  'event-venue-unknown': 'IGST Act, section 12(6); the venue’s State is missing',
  'registered-recipient': 'IGST Act, section 12(2)(a)',
  'sez-unit': 'IGST Act, sections 7(5)(b), 12(2)(a) and 16(1)(b)',
  'uin-holder': 'CGST Act, section 2(94); IGST Act, section 12(2)(b)(i)',
  'recipient-state':
    'IGST Act, section 12(2)(b)(i); CGST Rules, Rule 46(f), proviso; CBIC Circular 242/36/2024-GST',
  'supplier-state': 'IGST Act, section 12(2)(b)(ii)',
  export: 'IGST Act, sections 2(6), 13(2) and 16',
  'abroad-in-rupees': 'IGST Act, sections 2(6)(iv), 7(5)(a) and 13(2)',
} as const
type SupplyRule = keyof typeof supplyRules

/** What somebody should look at; the document is issued all the same. */
export const supplyFlags = [
  'gstin-invalid',
  'gstin-own',
  'gstin-state-differs',
  'gstin-country-differs',
  'sez-gstin-missing',
  'state-unknown',
  'state-country-differs',
  'country-unknown',
  'venue-state-missing',
  'attendance-unknown',
] as const
type SupplyFlag = (typeof supplyFlags)[number]

export interface Supply {
  supply: SupplyKind
  placeOfSupply: PlaceCode
  tax: TaxKind
  /** A seat in a place was sold. */
  isAtVenue: boolean
  /** The supplier's State was used because the right one is unknown. */
  isStateMissing: boolean
  /** The recipient's valid GSTIN or Unique Identity Number, normalised. */
  gstin: string | null
  /** The recipient's State, 96 abroad; null if it is unknown. */
  recipientState: PlaceCode | null
  /** ISO 3166-1 alpha-2; null if it is unknown. */
  recipientCountry: string | null
  endorsement: string | null
  rule: SupplyRule
  flags: SupplyFlag[]
}

/** What exports and supplies to Special Economic Zones say. @see CGST Rules, Rule 46, proviso on exports */
export const endorsements = {
  export: {
    withoutTax:
      'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
    withTax: 'SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX',
  },
  sez: {
    withoutTax:
      'SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX',
    withTax: 'SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS ON PAYMENT OF INTEGRATED TAX',
  },
} as const

/**
 * Decides where a service is supplied and how it is taxed.
 * @see docs/tax.md for each rule and the settings
 */
export function supplyOf(sale: Sale, settings: SupplySettings): Supply {
  const flags: SupplyFlag[] = []
  const { country, isAbroad, isCountryBlank, writtenState, indianState } = readAddress(sale)

  if (country === null && !isCountryBlank) flags.push('country-unknown')
  const isInvalid = read(sale.gstin, gstinProblem) !== null
  if (isInvalid) flags.push('gstin-invalid')
  const given = isInvalid ? null : read(sale.gstin, normalizedGstin)
  const isOwn = given === sale.supplierGstin
  if (isOwn) flags.push('gstin-own')
  const gstin = isOwn ? null : given
  const gstinState = gstin === null ? null : stateOfGstin(gstin)
  const isUinHolder = gstin !== null && isUin(gstin)
  // A unit has a registration of its own (CGST Act, section 25(1), proviso), so a GSTIN is that of a unit or it isn't.
  const isSez = gstin !== null && !isUinHolder && (sale.isSez || settings.SEZ_GSTINS.includes(gstin))
  if (sale.isSez && !isSez) flags.push('sez-gstin-missing')
  if (gstinState !== null && isAbroad) flags.push('gstin-country-differs')
  if (gstinState !== null && !isAbroad && indianState !== null && indianState !== gstinState) {
    flags.push('gstin-state-differs')
  }
  if (gstinState === null && isAbroad && indianState !== null) flags.push('state-country-differs')

  // The number of an embassy names the State of its seat, so it is an address on record.
  const stateOfUinHolder = isAbroad ? gstinState : (indianState ?? gstinState)
  const recipientState = isUinHolder ? stateOfUinHolder : (gstinState ?? (isAbroad ? abroad : indianState))
  const recipientCountry = gstinState !== null ? 'IN' : (country ?? (indianState === null ? null : 'IN'))
  // Abroad, and no domestic rule applies: only a seat in a hall of the supplier's State can be in that State.
  const isForeign = gstin === null && isAbroad
  const isAtVenue =
    sale.venue !== null &&
    !(sale.venue.isAttendanceUnknown && settings.HYBRID_WITHOUT_ATTENDANCE === 'online')
  const recipient = { gstin, recipientState, recipientCountry, flags, isAtVenue }
  // Always inter-State, whatever the place (IGST Act, section 7(5)(b)).
  const zeroRated =
    settings.GST_ON_SEZ_ORDERS === 'on' ? endorsements.sez.withTax : endorsements.sez.withoutTax
  const sezTax = settings.GST_ON_SEZ_ORDERS === 'on' ? 'inter-state' : 'none'
  const domestic = (place: PlaceCode, rule: SupplyRule, isStateMissing = false): Supply => ({
    supply: isSez ? 'sez' : gstin === null ? 'b2c' : 'b2b',
    placeOfSupply: place,
    tax: isSez ? sezTax : domesticTax(place),
    isStateMissing,
    endorsement: isSez ? zeroRated : null,
    rule,
    ...recipient,
  })
  const domesticTax = (place: PlaceCode) =>
    place === sale.supplierState && !(isForeign && settings.FOREIGN_BUYERS_AT_VENUE === 'inter-state')
      ? 'intra-state'
      : 'inter-state'

  if (sale.venue?.isAttendanceUnknown) flags.push('attendance-unknown')
  if (isAtVenue) {
    const venueState = read(sale.venue?.state ?? null, (text) => stateCodeOf(text, { isIndia: true }))
    if (venueState === null) {
      flags.push('venue-state-missing')
      return domestic(sale.supplierState, 'event-venue-unknown', true)
    }
    // Seat and buyer outside India: what is sold is an export like everything online.
    if (!(venueState === abroad && isForeign)) return domestic(venueState, 'event-venue')
  }
  if (isUinHolder) return domestic(stateOfUinHolder as PlaceCode, 'uin-holder')
  if (gstinState !== null) return domestic(gstinState, isSez ? 'sez-unit' : 'registered-recipient')
  if (isAbroad) {
    if (sale.currency === 'INR' && settings.RUPEE_ORDERS_FROM_ABROAD === 'taxed') {
      return domestic(abroad, 'abroad-in-rupees')
    }
    const isTaxed = settings.GST_ON_USD_ORDERS === 'on'
    return {
      supply: 'export',
      placeOfSupply: abroad,
      tax: isTaxed ? 'inter-state' : 'none',
      isStateMissing: false,
      endorsement: isTaxed ? endorsements.export.withTax : endorsements.export.withoutTax,
      rule: 'export',
      ...recipient,
    }
  }
  if (indianState !== null) return domestic(indianState, 'recipient-state')
  if (read(sale.billingState, (text) => text) !== null) flags.push('state-unknown')
  if (isCountryBlank && (sale.currency !== 'INR' || writtenState === abroad)) flags.push('country-unknown')
  return domestic(sale.supplierState, 'supplier-state', true)
}

/** Reads the State and the country that a buyer entered. */
export function readAddress(sale: Pick<Sale, 'billingState' | 'billingCountry' | 'currency'>) {
  const country = read(sale.billingCountry, countryCodeOf)
  const isCountryBlank = !sale.billingCountry?.trim()
  // Without a country, a price in rupees means that the State is abbreviated as in India, unless it says UK.
  const isIndia =
    country === 'IN' ||
    (isCountryBlank && sale.currency === 'INR' && !unitedKingdom.test(sale.billingState ?? ''))
  const writtenState = read(sale.billingState, (text) => stateCodeOf(text, { isIndia }))
  return {
    country,
    isAbroad: country !== null && country !== 'IN',
    isCountryBlank,
    writtenState,
    indianState: writtenState === abroad ? null : writtenState,
  }
}

const unitedKingdom = /^\W*u\W*k\W*$/i

/** Reads a text that may be missing or blank. */
function read<T>(text: string | null, reader: (text: string) => T): T | null {
  return text?.trim() ? reader(text) : null
}
