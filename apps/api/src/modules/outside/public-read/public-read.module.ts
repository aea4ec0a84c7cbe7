import {
  readBanners,
  readComments,
  readEvent,
  readEvents,
  readMasterclass,
  readMasterclasses,
  readMembership,
  readMemberships,
  readNews,
  readPaymentPage,
  readPaymentPages,
  readPost,
  readPosts,
  readPrice,
  readServices,
  readWebinar,
  readWebinars,
} from '@greenroom/contract/outside/public-read/public-read.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createIntakeReads } from './public-read.service.ts'

export function intakeReadModule(host: ModuleHost): void {
  const reads = createIntakeReads(host.publicUrl, host.settings)
  on(host, readMasterclasses).handle((call, { query }) => reads.masterclasses(call, query))
  on(host, readMasterclass).handle(async (call, { params }) => ({
    data: await reads.masterclass(call, params.id),
  }))
  on(host, readEvents).handle((call, { query }) => reads.events(call, query))
  on(host, readEvent).handle(async (call, { params }) => ({ data: await reads.event(call, params.id) }))
  on(host, readWebinars).handle((call, { query }) => reads.webinars(call, query))
  on(host, readWebinar).handle(async (call, { params }) => ({ data: await reads.webinar(call, params.id) }))
  on(host, readMemberships).handle((call, { query }) => reads.memberships(call, query))
  on(host, readMembership).handle(async (call, { params }) => ({
    data: await reads.membership(call, params.id),
  }))
  on(host, readPaymentPages).handle((call, { query }) => reads.paymentPages(call, query))
  on(host, readPaymentPage).handle(async (call, { params }) => ({
    data: await reads.paymentPage(call, params.id),
  }))
  on(host, readBanners).handle((call, { query }) => reads.banners(call, query))
  on(host, readPosts).handle((call, { query }) => reads.posts(call, query))
  on(host, readPost).handle(async (call, { params }) => ({ data: await reads.post(call, params.id) }))
  on(host, readComments).handle((call, { params, query }) => reads.comments(call, params.id, query))
  on(host, readNews).handle((call, { query }) => reads.news(call, query))
  on(host, readServices).handle((call, { query }) => reads.services(call, query))
  on(host, readPrice).handle(async (call, { query }) => ({ data: await reads.price(call, query) }))
}
