import type { Transaction } from '@greenroom/contract/money/transaction/transaction.schema'
import { failCalls, holdCalls, type Scene } from './scene.ts'

export const documents: Scene = async (page, shoot, { sample, empty }) => {
  const { body } = await sample.call<{ ordersList: Transaction[] }>(
    'GET',
    '/admin/orders?entity_type=masterclass&limit=40',
  )
  const paid = body.data.ordersList.filter(({ status }) => status === 'completed' || status === 'refunded')
  for (const { _id } of paid) {
    await sample.call('POST', '/admin/masterclass/invoice', { order_id: _id })
  }
  await page.goto(`${sample.url}/books/documents`)
  await page.getByRole('table').waitFor()
  await shoot('documents')
  await page.goto(`${sample.url}/books/documents?kind=credit-note`)
  await page
    .getByText(/^Credit note of/)
    .first()
    .waitFor()
  await shoot('documents-credit-notes')
  await page.goto(`${sample.url}/books/documents?tab=state-missing`)
  await page.getByRole('table').waitFor()
  await shoot('documents-state-missing')
  await page
    .getByRole('button', { name: /^Add State of/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await shoot('documents-add-state')
  await page.getByRole('combobox', { name: /^State of/ }).click()
  await page.getByRole('option', { name: 'Andaman and Nicobar Islands (35)' }).waitFor()
  await shoot('documents-add-state-choices')
  await page.goto(`${sample.url}/books/documents?tab=state-missing`)
  await page
    .getByRole('button', { name: /^Add State of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel('The buyer is outside India').check()
  await page.getByRole('combobox', { name: 'Country of the buyer' }).waitFor()
  await shoot('documents-add-country')
  await page.goto(`${sample.url}/books/documents?q=nothing-like-this`)
  await page.getByText('No documents match the filters.').waitFor()
  await shoot('documents-no-match')
  await page.goto(`${empty.url}/books/documents`)
  await page.getByText('No documents found').waitFor()
  await shoot('documents-empty')
  await failCalls(page, '**/admin/documents*', async () => {
    await page.goto(`${sample.url}/books/documents`)
    await page.getByText('Error loading documents.').waitFor()
    await shoot('documents-failed')
  })
  await holdCalls(page, '**/admin/documents*', async () => {
    await page.goto(`${sample.url}/books/documents`)
    await page.getByRole('status').filter({ hasText: 'Loading documents...' }).waitFor()
    await shoot('documents-loading')
  })
}
