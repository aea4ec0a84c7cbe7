import { isRecordId } from '@greenroom/contract/field'
import type { CurrencyCode } from '@greenroom/contract/money'
import { currencyCodes } from '@greenroom/contract/money'
import {
  readBanners,
  readEvents,
  readMasterclasses,
  readMemberships,
  readNews,
  readPaymentPages,
  readPrice,
  readWebinars,
} from '@greenroom/contract/outside/public-read/public-read.endpoints'
import type { PriceToPay } from '@greenroom/contract/outside/public-read/public-read.schema'
import { intakeRegistrations } from '@greenroom/contract/sessions/registration/registration.endpoints'
import type { FastifyRequest } from 'fastify'
import { IntakeRefusal } from './intake-client.ts'
import { type OfferKind, offerKinds } from './offer-kinds.ts'
import { placeOrder } from './orders.ts'
import { CreatorPage, HomePage } from './pages/home-page.tsx'
import { MessagePage } from './pages/message-page.tsx'
import { type Offer, OfferPage } from './pages/offer-page.tsx'
import { sendVisitor } from './send-visitor.ts'
import type { Form, Site } from './site-context.ts'
import { storeOne } from './store-one.ts'
import { externalIdOf, rememberVisitor, visitorOf } from './visitor.ts'

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Returns the query of a request's address, with its question mark. */
function searchOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?')
  return start === -1 ? '' : request.url.slice(start)
}

/** Adds the home page, the pages of everything that is sold, and the forms to buy and to sign up. */
export function addOfferPages(site: Site): void {
  const { scope, intake, timeZone, show } = site

  scope.get('/site/', (request, reply) => reply.redirect(`/site${searchOf(request)}`))

  scope.get('/site', async (_request, reply) => {
    const query = { limit: '12' }
    const [banners, masterclasses, webinars, events, memberships, paymentPages, news] = await Promise.all([
      intake.call(readBanners, { query }),
      intake.call(readMasterclasses, { query }),
      intake.call(readWebinars, { query }),
      intake.call(readEvents, { query }),
      intake.call(readMemberships, { query }),
      intake.call(readPaymentPages, { query }),
      intake.call(readNews, { query: { limit: '5' } }),
    ])
    const content = { banners, masterclasses, webinars, events, memberships, paymentPages, news }
    return show(reply, HomePage({ content, timeZone }))
  })

  // The link on masterclass cards names the creator, not the masterclass.
  scope.get('/site/payment/:creatorId', async (request, reply) => {
    const { creatorId } = request.params as { creatorId: string }
    const masterclasses = (await intake.call(readMasterclasses, { query: { limit: '200' } })).filter(
      ({ host_id }) => host_id === creatorId,
    )
    const [only] = masterclasses
    if (!only) throw new IntakeRefusal(404, 'Not found')
    if (masterclasses.length === 1) return reply.redirect(`/site/masterclasses/${only._id}`)
    return show(reply, CreatorPage({ masterclasses, timeZone }))
  })

  for (const kind of offerKinds) {
    addOffer(site, kind)
    addPurchase(site, kind)
    if (kind.entityType === 'events') addSignUp(site, kind)
  }
}

function pathOf(kind: OfferKind, id: string): string {
  return `/site/${kind.word}/${id}`
}

/** @throws IntakeRefusal 404 if it isn't published */
async function offerOf(
  site: Site,
  kind: OfferKind,
  request: FastifyRequest,
  asked: { currency: string; coupon: string },
) {
  const { id } = request.params as { id: string }
  const { isFree, ...shown } = await kind.find(site, id)
  const price = isFree ? null : await priceOf(site, kind, id, asked, request)
  return { id, offer: { ...shown, path: pathOf(kind, id), price } satisfies Offer }
}

async function priceOf(
  { intake }: Site,
  { entityType }: OfferKind,
  id: string,
  { currency, coupon }: { currency: string; coupon: string },
  request: FastifyRequest,
): Promise<PriceToPay> {
  const visitor = visitorOf(request)
  return intake.call(readPrice, {
    query: {
      entity_type: entityType,
      entity_id: id,
      currency: currencyCodes.find((code) => code === currency) ?? ('INR' satisfies CurrencyCode),
      coupon: coupon.trim().slice(0, 100),
      user_external_id: visitor ? externalIdOf(visitor) : undefined,
    },
  })
}

/** A link may name a record by its title, as staff write short links. */
async function idByTitle({ intake }: Site, kind: OfferKind, slug: string): Promise<string> {
  const records = await intake.call(kind.list, { query: { limit: '200' } })
  const found = records.find((one) => slugOf('title' in one ? one.title : one.name) === slug)
  if (!found) throw new IntakeRefusal(404, 'Not found')
  return found._id
}

function addOffer(site: Site, kind: OfferKind): void {
  const { scope, show } = site
  scope.get(`/site/${kind.word}`, (request, reply) => reply.redirect(`/site${searchOf(request)}`))

  scope.get(`/site/${kind.word}/:id`, async (request, reply) => {
    const { id } = request.params as { id: string }
    if (!isRecordId(id))
      return reply.redirect(pathOf(kind, await idByTitle(site, kind, id)) + searchOf(request))
    const { currency = '', coupon = '' } = request.query as Form
    const { offer } = await offerOf(site, kind, request, { currency, coupon })
    return show(reply, OfferPage({ offer, visitor: visitorOf(request) }))
  })
}

function addPurchase(site: Site, kind: OfferKind): void {
  const { scope, intake, show } = site
  scope.post(`/site/${kind.word}/:id/buy`, async (request, reply) => {
    const form = (request.body ?? {}) as Form
    const { id, offer } = await offerOf(site, kind, request, {
      currency: form.currency ?? '',
      coupon: form.coupon ?? '',
    })
    if (!offer.price || offer.closed !== null) {
      throw new IntakeRefusal(409, offer.closed ?? 'This is free: sign up instead.')
    }
    const visitor = rememberVisitor(request, reply)
    try {
      await sendVisitor(site, visitor)
      const reference = await placeOrder(intake, {
        kind: kind.entityType,
        id,
        price: offer.price,
        form,
        visitor,
        now: site.now(),
      })
      return reply.redirect(`/site/checkout/${reference}`, 303)
    } catch (error) {
      if (!(error instanceof IntakeRefusal) || error.status >= 500) throw error
      return show(reply, OfferPage({ offer, visitor, refusal: error.message }), 409)
    }
  })
}

function addSignUp(site: Site, kind: OfferKind): void {
  const { scope, intake, show } = site
  scope.post(`/site/${kind.word}/:id/sign-up`, async (request, reply) => {
    const { id, offer } = await offerOf(site, kind, request, { currency: '', coupon: '' })
    const visitor = rememberVisitor(request, reply)
    const now = site.now()
    try {
      await sendVisitor(site, visitor)
      await storeOne(intake, intakeRegistrations, {
        // One sign-up for each person and session, however often the form is sent.
        external_id: `${externalIdOf(visitor)}-${id}`,
        session_type: 'event',
        session_id: id,
        user: {
          external_id: externalIdOf(visitor),
          name: `${visitor.firstName} ${visitor.lastName}`.trim(),
          email: visitor.email,
          phone: visitor.phone,
        },
        source: 'Sample site',
        registered_at: now,
        changed_at: now,
      })
    } catch (error) {
      if (!(error instanceof IntakeRefusal) || error.status >= 500) throw error
      return show(reply, OfferPage({ offer, visitor, refusal: error.message }), 409)
    }
    const text = `You are registered for ${offer.title}.`
    return show(reply, MessagePage({ title: 'See you there', text, kind: 'done' }))
  })
}
