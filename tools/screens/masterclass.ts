import { changeMasterclass, storedMasterclass } from '../../tests/journeys/records.ts'
import { addLink, daysFromNow, fillDetails, fillPrices, next } from '../../tests/journeys/wizard.ts'
import { failCalls, holdCalls, openForEdit, type Scene } from './scene.ts'

export const masterclassList: Scene = async (page, shoot, { sample, empty }) => {
  for (const tab of ['active', 'draft', 'past']) {
    await page.goto(`${sample.url}/masterclass?tab=${tab}`)
    await page.getByRole('list', { name: 'Masterclasses' }).waitFor()
    await shoot(`masterclass-${tab}`)
  }
  await page.goto(`${sample.url}/masterclass`)
  const first = page.getByRole('button', { name: 'Old or new tax regime: do the maths' })
  await first.click()
  await page.getByRole('dialog').waitFor()
  await shoot('masterclass-detail')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Deactivate' }).first().click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('masterclass-deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
  await page
    .getByRole('button', { name: /^Copy Payment Page link/ })
    .first()
    .click()
  await page.locator('[data-sonner-toast]').waitFor()
  await shoot('masterclass-toast')

  await page.goto(`${empty.url}/masterclass`)
  await page.getByText('No masterclasses to show.').waitFor()
  await shoot('masterclass-empty')
  await failCalls(page, '**/admin/masterclasses*', async () => {
    await page.goto(`${sample.url}/masterclass`)
    await page.getByText('Cannot fetch masterclasses.').waitFor()
    await shoot('masterclass-failed')
  })
  await holdCalls(page, '**/admin/masterclasses*', async () => {
    await page.goto(`${sample.url}/masterclass`)
    await page.getByRole('status').filter({ hasText: 'Loading masterclasses...' }).waitFor()
    await shoot('masterclass-loading')
  })
}

export const coupons: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/masterclass`)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'First salary, first SIP' }) })
    .getByRole('button', { name: '+ Add coupon' })
    .click()
  await page.getByRole('region', { name: 'Linked coupons' }).waitFor()
  await shoot('coupons')
  // Until the response arrives the list shows the newest coupons.
  const answer = page.waitForResponse((response) => response.url().includes('search=EARLY'))
  await page.getByLabel('Search coupons').fill('EARLY')
  await answer
  await shoot('coupons-search')
  await page.getByRole('option', { name: /EARLYBIRD15/ }).click()
  await page.getByRole('button', { name: 'Create new coupon' }).click()
  const form = page.getByRole('form', { name: 'New coupon' })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Coupon Code is required').waitFor()
  await shoot('coupons-new-with-errors')
  await form.getByRole('button', { name: 'Valid till' }).click()
  await page.getByRole('button', { name: 'Next month' }).waitFor()
  await shoot('coupons-calendar')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('coupons-leave')
}

export const wizard: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/masterclass/create`)
  await page.getByRole('textbox', { name: 'Start time' }).waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('Title is required').waitFor()
  await shoot('wizard-1-with-errors')
  await page.getByRole('button', { name: 'Pick from a calendar' }).first().click()
  await page.getByRole('dialog', { name: 'Start time' }).waitFor()
  await shoot('wizard-1-calendar')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Creator' }).fill('an')
  await page.getByRole('option').first().waitFor()
  await shoot('wizard-1-creators')
  await page.keyboard.press('Escape')
  await fillDetails(page, {
    title: 'Insurance without the sales pitch',
    description: 'What to cover, for how much, and what to leave out.',
    banner: true,
    account: 'zoom_1',
    day: daysFromNow(2),
  })
  await shoot('wizard-1-filled')
  await next(page, 'Price Details')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('Price is required').first().waitFor()
  await shoot('wizard-2-with-errors')
  await fillPrices(page, { inr: [249900, 149900], usd: [4900, 50] })
  await shoot('wizard-2-filled')
  await next(page, 'Joining Details')
  await addLink(page, 'Telegram', 'https://t.me/greenroom')
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByRole('button', { name: 'Save in draft' }).click()
  await page.getByText('Community link cannot be empty.').waitFor()
  await shoot('wizard-3-with-errors')
  await page.getByRole('button', { name: 'Remove community link 2' }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('group', { name: 'Price Details' }).waitFor()
  await page
    .getByRole('link', { name: 'Creators' })
    .or(page.getByRole('link', { name: 'Back' }))
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('wizard-leave')
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
}

export const clash: Scene = async (page, shoot, { sample }) => {
  await openForEdit(page, sample, '/masterclass?tab=draft', 'Freelancers: GST, TDS, advance tax')
  await shoot('wizard-edit')
  await next(page, 'Price Details')
  await next(page, 'Joining Details')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('wizard-clash')
}

export const conflict: Scene = async (page, shoot, { sample }) => {
  const id = await openForEdit(
    page,
    sample,
    '/masterclass?tab=draft',
    'Estate planning: wills, nominees, trusts',
  )
  const { title, description } = await storedMasterclass(sample, id)
  await page.getByLabel('Title').fill('Estate planning in one evening')
  await page.getByLabel('Description').fill('What each document does, and what happens without it.')
  await changeMasterclass(sample, id, {
    title: 'Wills, nominees and trusts',
    description: 'Who inherits what, and who only looks after it.',
  })
  await next(page, 'Price Details')
  await next(page, 'Joining Details')
  await page.getByRole('button', { name: 'Save in draft' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot('edit-conflict')
  // The next look needs the same data.
  await changeMasterclass(sample, id, { title, description })
}
