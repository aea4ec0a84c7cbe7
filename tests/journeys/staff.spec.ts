import { startTestIssuer } from '../../apps/api/src/test-issuers.ts'
import {
  chooseInRow,
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  refusedCall,
  signIn,
  test,
  toast,
} from './journey.ts'
import { needOwnDocument } from './open-screen.ts'
import { startProgram } from './program.ts'

test('invites, changes and disables a member of staff, who is then signed out and told why (OQ-355, OQ-356, OQ-382)', async ({
  signedIn: page,
  program,
  browser,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(refusedCall(409))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = `kavya-${Date.now()}@partner.example`
  await page.goto('/staff')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff')
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite a member of staff' })
  await invitation.getByRole('button', { name: 'Invite' }).click()
  await expect(invitation.getByText(/e-?mail/i).last()).toBeVisible()
  await invitation.getByLabel('E-mail').fill(email)
  await invitation.getByRole('radio', { name: 'Content' }).check()
  await invitation.getByText('What this role may do').click()
  await expect(invitation.getByText('Create, change, publish and remove them')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await invitation.getByRole('button', { name: 'Invite' }).click()
  await expect(toast(page, `${email} can sign in now`)).toBeVisible()
  await expect(
    toast(page, `${email} can sign in now`).getByRole('button', { name: 'Copy invitation' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invite', exact: true })).toBeFocused()
  await page.getByLabel('Search staff').fill(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Invited')
  // Greenroom sends no e-mail: the text is there to send, also when the toast has gone.
  await chooseInRow(row, 'Copy invitation')
  await expect(toast(page, 'Invitation copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `You can use Greenroom now, as Content. Open ${program.url} and sign in with ${email}.`,
  )

  // The same address again.
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  await invitation.getByLabel('E-mail').fill(email.toUpperCase())
  await invitation.getByRole('button', { name: 'Invite' }).click()
  await expect(invitation.getByText('This address is already on the list')).toBeVisible()
  await expect(invitation.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Discard the invitation?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(page.getByRole('link', { name: 'Invite', exact: true })).toBeFocused()

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, await program.token(email))
  await theirs.goto(`${program.url}/creators`)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Creators')
  // The heading does not wait for the first call, which makes the account active.
  await expect(theirs.getByRole('list', { name: 'Creators' })).toBeVisible()

  await page.reload()
  await expect(row).toContainText('Active')
  await chooseInRow(row, 'Change role')
  const roles = page.getByRole('dialog', { name: /^Change the role of/ })
  await roles.getByRole('radio', { name: 'Moderation' }).check()
  await roles.getByRole('button', { name: 'Change role' }).click()
  await expect(row).toContainText('Moderation')

  await chooseInRow(row, 'Disable')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText("can't sign in")
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(row).toContainText('Disabled')
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/login/)
  const reason = theirs.getByRole('alert')
  await expect(reason).toHaveText('Your account has been disabled. Ask an owner of Greenroom to enable it.')
  await expectAccessibleInBothSchemes(theirs)
  await theirs.reload()
  await expect(reason).toBeVisible()
  await theirs.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(theirs)
  // With the next accepted sign-in the reason is gone.
  await theirs.getByRole('button', { name: 'Sign in with Google' }).click()
  await theirs.getByRole('button', { name: 'Tara Bose' }).click()
  await expect(theirs).toHaveURL(/\/creators/)
  await theirs.getByRole('button', { name: 'Account: Tara Bose' }).click()
  await theirs.getByRole('button', { name: 'Sign out' }).click()
  await expect(theirs).toHaveURL(/\/login/)
  await expect(theirs.getByRole('alert')).toHaveCount(0)
  await theirs.context().close()

  await row.getByRole('button', { name: /^Enable/ }).click()
  await expect(row).toContainText('Active')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: 844 })
  const cells = page.getByRole('table').locator('td:first-child')
  expect(await cells.evaluateAll((all) => all.every((cell) => cell.scrollWidth <= cell.clientWidth))).toBe(
    true,
  )
})

test('says where a role comes from, and gives it back to the groups (OQ-700)', async ({ page }) => {
  const issuer = await startTestIssuer('keycloak')
  const boss = { sub: 'boss', email: 'boss@company.example', email_verified: true, name: 'Nila Boss' }
  const asha = { sub: 'asha', email: 'asha@company.example', email_verified: true, name: 'Asha Rao' }
  const own = await startProgram({
    ADMIN_EMAIL_DOMAINS: 'company.example',
    ADMIN_EMAILS: boss.email,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: issuer.clientId,
    OIDC_CLIENT_SECRET: issuer.secret,
    OIDC_NAME: 'Keycloak',
    // A group whose name has a comma (OQ-701).
    OIDC_GROUP_ROLES: 'ops=administrator, "Sales, India"=finance',
  })
  needOwnDocument(page)
  const signInAs = async (person: object) => {
    issuer.person = { ...person }
    await page.goto(`${own.url}/login`)
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await page.getByRole('button', { name: 'Sign in with Keycloak' }).click()
    await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  }
  const row = page.getByRole('row').filter({ hasText: 'Asha Rao' })
  const dialog = page.getByRole('dialog', { name: 'Change the role of Asha Rao' })
  const openDialog = () => chooseInRow(row, 'Change role')
  try {
    await signInAs({ ...asha, groups: ['Sales, India'] })
    await signInAs(boss)
    await page.goto(`${own.url}/staff`)
    await expect(row).toContainText('FinanceFrom groups')
    await openDialog()
    await expect(dialog).toContainText('The groups of the sign-in provider give this role.')
    await expectAccessibleInBothSchemes(page)
    // The same role, chosen here.
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await expect(row).toContainText('FinanceSet by an owner')
    await signInAs({ ...asha, groups: ['ops'] })
    await signInAs(boss)
    await page.goto(`${own.url}/staff`)
    await expect(row).toContainText('FinanceSet by an owner')
    await page.setViewportSize({ width: 390, height: 844 })
    await openDialog()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Follow groups again' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('FinanceFrom groups')
    await signInAs({ ...asha, groups: ['ops'] })
    await signInAs(boss)
    await page.goto(`${own.url}/staff`)
    await expect(row).toContainText('AdministratorFrom groups')
    await row.getByRole('button', { name: /^History/ }).click()
    await expect(
      page.getByText('Let the groups of the sign-in provider give', { exact: false }),
    ).toBeVisible()
    await page.goto('about:blank')
  } finally {
    await own.stop()
    await issuer.close()
  }
})

test('shows an administrator the list without its buttons (OQ-335)', async ({ page, program }) => {
  await signIn(page, await program.token('arjun.mehta@greenroom.example'))
  await page.goto('/staff')
  await expect(page.getByRole('row').filter({ hasText: 'Arjun Mehta' })).toContainText('Administrator')
  await expect(page.getByRole('button', { name: /Invite|More actions|Enable/ })).toHaveCount(0)
})
