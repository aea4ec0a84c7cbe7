import type { Page } from 'playwright'
import { failCalls, openFilters, type Scene } from './scene.ts'

/** Opens a dialog of the first member of staff that has its button. */
async function openDialog(page: Page, button: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
}

export const staff: Scene = async (page, shoot, { sample }) => {
  await page.goto(`${sample.url}/staff`)
  await page.getByRole('table', { name: 'Staff' }).waitFor()
  await shoot('staff')
  await openDialog(page, /^Change role of/)
  await page.getByRole('dialog').getByText('What this role may do').click()
  await shoot('staff-role')
  await page.keyboard.press('Escape')
  await openDialog(page, /^Disable/)
  await page.getByRole('alertdialog').waitFor()
  await shoot('staff-disable')
  await page.keyboard.press('Escape')
  await openDialog(page, /^Invite again/)
  await page.getByRole('alertdialog').waitFor()
  await shoot('staff-invite-again')
  await page.goto(`${sample.url}/staff?create=1`)
  const invitation = page.getByRole('dialog')
  await invitation.getByRole('button', { name: 'Invite' }).click()
  await invitation.getByText('Invalid email format').waitFor()
  await shoot('staff-invite-with-error')
  await page.goto(`${sample.url}/staff?q=nobody+at+all`)
  await page.getByText('Nobody matches the filters.').waitFor()
  await openFilters(page)
  await shoot('staff-no-match')
  await failCalls(page, '**/admin/staff*', async () => {
    await page.goto(`${sample.url}/staff`)
    await page.getByText('Error loading staff.').waitFor()
    await shoot('staff-failed')
  })
}

/** The sign-in screen of somebody whose account was disabled at work. */
export const disabledAccount: Scene = async (page, shoot, { sample }) => {
  const found = await sample.call<{ staff: { _id: string }[] }>('GET', '/admin/staff?q=kavya.menon')
  const path = `/admin/staff/${found.body.data.staff[0]?._id}`
  await sample.call('PATCH', path, { is_disabled: true })
  const credential = await sample.token('kavya.menon@greenroom.example')
  await page.evaluate((held) => sessionStorage.setItem('credential', held), credential)
  await page.goto(`${sample.url}/creators`)
  await page.getByText('Your account has been disabled.').waitFor()
  await shoot('login-disabled')
  await sample.call('PATCH', path, { is_disabled: false })
}
