import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import { paths } from '../../../lib/paths.ts'
import { masterclassListMessages } from './masterclass-messages.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The masterclass to edit (MC-22). */
    masterclass?: Masterclass
  }
}

export interface MasterclassLink {
  key: string
  name: string
  /** The text to copy; undefined while the URL of the payment page is unknown. */
  text: string | undefined
  /** Target of the link; undefined for anything but http and https, which must not be a link. */
  address: string | undefined
}

/**
 * Returns the links of a masterclass: its payment page, then its active community links (MC-11, OQ-031).
 * @param paymentPageTemplate an address with {creator_id} in it (OQ-030); undefined until the settings are loaded
 */
export function linksOf(
  { creator_id: creator, links }: Pick<Masterclass, 'creator_id' | 'links'>,
  paymentPageTemplate: string | undefined,
): MasterclassLink[] {
  const paymentPage = paymentPageTemplate?.replaceAll('{creator_id}', () => encodeURIComponent(creator._id))
  return [
    link('payment', masterclassListMessages.paymentPage, paymentPage),
    ...links
      .map((one, place) => ({ ...one, key: `${place} ${one.url}` }))
      .filter((one) => one.is_active !== false)
      .map((one) => link(one.key, one.name, one.url)),
  ]
}

/** Returns the link to the wizard of a masterclass, which passes the record along (MC-10, MC-22). */
export function masterclassEditLink(masterclass: Masterclass) {
  return { ...paths.masterclassEdit(masterclass._id), state: { masterclass } } as const
}

function link(key: string, name: string, text: string | undefined): MasterclassLink {
  const address = text !== undefined && isWebAddress(text) ? text.trim() : undefined
  return { key, name, text, address }
}
