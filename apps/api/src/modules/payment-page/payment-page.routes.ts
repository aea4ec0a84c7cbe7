import {
  createPaymentPage,
  getPaymentPage,
  listPaymentPages,
  updatePaymentPage,
} from '@greenroom/contract/payment-page/payment-page.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { PaymentPageService } from './payment-page.service.ts'

export function registerPaymentPageRoutes(host: EndpointHost, paymentPages: PaymentPageService): void {
  on(host, listPaymentPages).handle(async ({ db, query }) => ({ data: await paymentPages.list(db, query) }))
  on(host, getPaymentPage).handle(async ({ db, params }) => ({ data: await paymentPages.get(db, params.id) }))
  on(host, createPaymentPage).handle(async ({ db, body, actor, now }) => ({
    data: await paymentPages.create(db, body, actor, now),
    message: 'Payment entity created successfully!',
  }))
  on(host, updatePaymentPage).handle(async ({ db, params, body, expectedVersion, actor, now }) => ({
    data: await paymentPages.update(db, params.id, body, expectedVersion, actor, now),
    message: 'Payment entity updated successfully!',
  }))
}
