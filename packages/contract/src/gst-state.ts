import * as z from 'zod/mini'

/** States and Union Territories by their GST code, in the order of their names. 25 and 28 are no longer in use. */
export const gstStates = [
  { code: '35', name: 'Andaman and Nicobar Islands' },
  { code: '37', name: 'Andhra Pradesh' },
  { code: '12', name: 'Arunachal Pradesh' },
  { code: '18', name: 'Assam' },
  { code: '10', name: 'Bihar' },
  { code: '04', name: 'Chandigarh' },
  { code: '22', name: 'Chhattisgarh' },
  { code: '26', name: 'Dadra and Nagar Haveli and Daman and Diu' },
  { code: '07', name: 'Delhi' },
  { code: '30', name: 'Goa' },
  { code: '24', name: 'Gujarat' },
  { code: '06', name: 'Haryana' },
  { code: '02', name: 'Himachal Pradesh' },
  { code: '01', name: 'Jammu and Kashmir' },
  { code: '20', name: 'Jharkhand' },
  { code: '29', name: 'Karnataka' },
  { code: '32', name: 'Kerala' },
  { code: '38', name: 'Ladakh' },
  { code: '31', name: 'Lakshadweep' },
  { code: '23', name: 'Madhya Pradesh' },
  { code: '27', name: 'Maharashtra' },
  { code: '14', name: 'Manipur' },
  { code: '17', name: 'Meghalaya' },
  { code: '15', name: 'Mizoram' },
  { code: '13', name: 'Nagaland' },
  { code: '21', name: 'Odisha' },
  { code: '34', name: 'Puducherry' },
  { code: '03', name: 'Punjab' },
  { code: '08', name: 'Rajasthan' },
  { code: '11', name: 'Sikkim' },
  { code: '33', name: 'Tamil Nadu' },
  { code: '36', name: 'Telangana' },
  { code: '16', name: 'Tripura' },
  { code: '09', name: 'Uttar Pradesh' },
  { code: '05', name: 'Uttarakhand' },
  { code: '19', name: 'West Bengal' },
] as const

/** The GST code of a State or Union Territory: two digits. */
export type GstState = (typeof gstStates)[number]['code']

const gstStateRequired = 'Choose a State from the list'

/** The GST code of a State or Union Territory. */
export const GstState = z.enum(
  gstStates.map((state) => state.code),
  { error: gstStateRequired },
)

/** The name of a State by its code; undefined for anything else. */
export function gstStateName(code: string): string | undefined {
  return gstStates.find((state) => state.code === code)?.name
}

/** The code of a place outside India. */
const outsideIndia = { code: '96', name: 'Outside India' } as const

/** Where a venue can be: the States by their GST code, and abroad. */
export const venuePlaces = [...gstStates, outsideIndia] as const

/** The GST code of the State of a venue; 96 outside India. */
export const VenuePlace = z.enum(
  venuePlaces.map((place) => place.code),
  { error: gstStateRequired },
)
export type VenuePlace = z.output<typeof VenuePlace>

/** The name of a venue's place by its code; undefined for anything else. */
export function venuePlaceName(code: string): string | undefined {
  return venuePlaces.find((place) => place.code === code)?.name
}
