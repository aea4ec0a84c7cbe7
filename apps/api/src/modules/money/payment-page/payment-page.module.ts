import {
  createPaymentPage,
  getPaymentPage,
  listPaymentPages,
  updatePaymentPage,
} from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createPaymentPageService, type PaymentPageService } from './payment-page.service.ts'

export function paymentPageModule(host: ModuleHost): { venues: Pick<PaymentPageService, 'setState'> } {
  const paymentPages = createPaymentPageService(host)
  on(host, listPaymentPages).handle(async (call, { query }) => ({
    data: await paymentPages.list(call, query),
    group_counts: await paymentPages.countGroups(call, query.title),
  }))
  on(host, getPaymentPage).handle(async (call, { params }) => ({
    data: await paymentPages.get(call, params.id),
  }))
  on(host, createPaymentPage).handle(async (call, { body }) => ({
    data: await paymentPages.create(call, body),
    message: 'Payment entity created successfully!',
  }))
  on(host, updatePaymentPage).handle(async (call, { params, body }) => ({
    data: await paymentPages.update(call, params.id, body),
    message: 'Payment entity updated successfully!',
  }))
  return { venues: paymentPages }
}
