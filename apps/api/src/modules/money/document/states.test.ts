import { countryName } from '@greenroom/contract/country'
import { gstStates } from '@greenroom/contract/gst-state'
import { describe, expect, it } from 'vitest'
import { countryCodeOf } from './countries.ts'
import { gstinCheckCharacter, gstinProblem, isUin, normalizedGstin, stateOfGstin } from './gstin.ts'
import { placeName, stateCodeOf, stateTaxName } from './states.ts'

const inIndia = (text: string) => stateCodeOf(text, { isIndia: true })
const somewhere = (text: string) => stateCodeOf(text, { isIndia: false })

describe('States', () => {
  it('reads each State by its code, its name and what documents print (OQ-251)', () => {
    expect(gstStates).toHaveLength(36)
    for (const { code, name } of gstStates) {
      for (const text of [code, name, ` ${name.toUpperCase()} `, `${code}-${name}`, placeName(code)]) {
        expect(inIndia(text), text).toBe(code)
      }
      expect(somewhere(name)).toBe(code)
    }
  })

  it.each([
    ['Orissa', '21'],
    ['Pondicherry', '34'],
    ['J&K', '01'],
    ['Jammu & Kashmir', '01'],
    ['TN', '33'],
    ['T.N.', '33'],
    ['tamilnadu', '33'],
    ['29-Karnataka', '29'],
    ['9', '09'],
    ['25', '26'],
    ['Daman & Diu', '26'],
    ['Uttaranchal', '05'],
    ['UK', '05'],
    ['New Delhi', '07'],
    ['State of Kerala', '32'],
    ['Goa, India', '30'],
    ['IN-KA', '29'],
    ['தமிழ்நாடு', '33'],
    ['ಕರ್ನಾಟಕ', '29'],
    ['Outside India', '96'],
    ['Other Territory', '97'],
  ])('reads %s as %s (OQ-251)', (text, code) => {
    expect(inIndia(text)).toBe(code)
  })

  it.each([
    '',
    ' ',
    'Bavaria',
    'Bengaluru',
    'UT',
    '28',
    '30-Karnataka',
    '00',
    '39',
    '290',
    'Karnataka Goa',
    'K',
    '-',
  ])('reads %j as no State (OQ-251)', (text) => {
    expect(inIndia(text)).toBeNull()
  })

  it.each(['GA', 'TN', 'MN', 'CT', 'OR', 'LA', 'UK', '29', '33', '9'])(
    'reads %s as no State where the address may be abroad (OQ-251)',
    (text) => {
      expect(somewhere(text)).toBeNull()
    },
  )

  it('names the tax of Union Territories without a legislature UTGST (OQ-251)', () => {
    const withUtgst = gstStates.filter(({ code }) => stateTaxName(code) === 'UTGST').map(({ code }) => code)
    expect(withUtgst.toSorted()).toEqual(['04', '26', '31', '35', '38'])
    expect(stateTaxName('97')).toBe('UTGST')
  })
})

describe('countries', () => {
  it.each([
    ['IN', 'IN'],
    [' india ', 'IN'],
    ['Bharat', 'IN'],
    ['भारत', 'IN'],
    ['us', 'US'],
    ['U.S.A.', 'US'],
    ['United States of America', 'US'],
    ['The Netherlands', 'NL'],
    ['UK', 'GB'],
    ['Côte d’Ivoire', 'CI'],
    ['cote d ivoire', 'CI'],
    ['Turkey', 'TR'],
    ['GA', 'GA'],
  ])('reads %s as %s (OQ-251)', (text, code) => {
    expect(countryCodeOf(text)).toBe(code)
  })

  it.each(['', 'XX', 'EU', 'ZZ', 'AN', 'SU', 'Ruritania', 'Karnataka', 'California'])(
    'reads %j as no country (OQ-251)',
    (text) => {
      expect(countryCodeOf(text)).toBeNull()
    },
  )

  it('reads every country by the name that it prints (OQ-251)', () => {
    for (const code of ['IN', 'US', 'GB', 'AE', 'GE', 'BQ', 'CD', 'KR', 'XK']) {
      expect(countryCodeOf(countryName(code))).toBe(code)
    }
  })
})

describe('GSTINs', () => {
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM', ' 27aapfu 0939f1zv'])(
    'accepts %s (OQ-251)',
    (gstin) => {
      expect(gstinProblem(gstin)).toBeNull()
    },
  )

  it.each([
    ['29AAAAA0000A1Z5', 'checksum'],
    ['27AAPFU0939F1ZW', 'checksum'],
    ['72AAPFU0939F1ZV', 'state'],
    ['99AAPFU0939F1ZV', 'state'],
    ['27AAPFU0939F1Z', 'format'],
    // Registrations of a PAN are numbered from 1.
    ['27AAPFU0939F0ZW', 'format'],
    ['0717UNO00157UN5', 'checksum'],
    ['5017UNO00157UNO', 'state'],
    ['unregistered', 'format'],
    ['', 'format'],
  ])('refuses %s for its %s (OQ-251)', (gstin, problem) => {
    expect(gstinProblem(gstin)).toBe(problem)
  })

  it.each(['0717UNO00157UNO', '0717uno00211un2', '3317USA00002UNE'])(
    'accepts %s as a Unique Identity Number (OQ-792)',
    (uin) => {
      expect(gstinProblem(uin)).toBeNull()
      expect(isUin(normalizedGstin(uin))).toBe(true)
      expect(isUin('27AAPFU0939F1ZV')).toBe(false)
    },
  )

  it('accepts the number of who deducts tax, which has a TAN (OQ-251)', () => {
    expect(gstinProblem(`07DELA00011D1D${gstinCheckCharacter('07DELA00011D1D')}`)).toBeNull()
  })

  it('notices any single wrong character and any swap of neighbours that changes the number (OQ-251)', () => {
    const gstin = '27AAPFU0939F1ZV'
    for (let place = 0; place < 14; place++) {
      for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        const changed = gstin.slice(0, place) + character + gstin.slice(place + 1)
        if (changed !== gstin) expect(gstinProblem(changed), changed).not.toBeNull()
      }
      const swapped = gstin.slice(0, place) + gstin[place + 1] + gstin[place] + gstin.slice(place + 2)
      if (swapped !== gstin) expect(gstinProblem(swapped), swapped).not.toBeNull()
    }
  })

  it('returns the State of a GSTIN (OQ-251)', () => {
    expect(stateOfGstin('29AAGCB7383J1Z4')).toBe('29')
    expect(stateOfGstin('97AAGCB7383J1Z4')).toBe('97')
    expect(stateOfGstin('25AAGCB7383J1Z4')).toBeNull()
    expect(normalizedGstin(' 29aagcb-7383j1z4 ')).toBe('29AAGCB7383J1Z4')
    expect(gstinCheckCharacter('27AAPFU0939F1Z')).toBe('V')
  })
})
