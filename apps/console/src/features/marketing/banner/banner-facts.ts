import type { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import { bannerFormMessages, bannerPageLabels, bannerRedirectLabels } from './banner-messages.ts'

/**
 * Returns where the present is in the dates of a banner (OQ-078).
 * @param now milliseconds
 */
export function bannerTiming(
  { start_time, end_time }: Pick<Banner, 'start_time' | 'end_time'>,
  now: number,
): 'scheduled' | 'running' | 'ended' {
  if (Date.parse(end_time) <= now) return 'ended'
  return Date.parse(start_time) > now ? 'scheduled' : 'running'
}

/** Returns what a banner leads to, as its title: its event, its page, or a web address without what follows its path. */
export function bannerTarget({ redirect, event_title }: Pick<Banner, 'redirect' | 'event_title'>): string {
  const { type, page, redirect_link: link = '' } = redirect
  if (type === 'internal')
    return event_title ?? (page ? bannerPageLabels[page] : bannerRedirectLabels.internal)
  if (!isWebAddress(link)) return link.trim() || bannerRedirectLabels.external
  const { hostname, pathname } = new URL(link.trim())
  return hostname.replace(/^www\./, '') + pathname.replace(/\/$/, '')
}

/** Returns the fields of an internal redirect for display, the entity ID first (BAN-02). */
export function redirectFields(redirect: Banner['redirect']): { name: string; value: string }[] {
  const { entity_id, ...others } = redirect.props ?? {}
  const custom = Object.entries(others).map(([name, value]) => ({ name, value }))
  return entity_id === undefined
    ? custom
    : [{ name: bannerFormMessages.entityId, value: entity_id }, ...custom]
}
