import type { Scene } from './scene.ts'

export const signIn: Scene = async (page, shoot, { sample }) => {
  await page.evaluate(() => sessionStorage.removeItem('credential'))
  await page.goto(`${sample.url}/login`)
  await page.getByText('Sandbox sign-in').waitFor()
  await shoot('login')
  await page.getByRole('button', { name: /^Sign in with/ }).click()
  await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
  await shoot('login-accounts')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByText('Login with google failed.').waitFor()
  await shoot('login-failed')
  await page.route('**/idp/options', async (route) => {
    const response = await route.fetch()
    const notice =
      'Nobody has the role Owner: set ADMIN_EMAILS to the e-mail address of the first owner and restart Greenroom.'
    await route.fulfill({ response, json: { ...(await response.json()), notice } })
  })
  await page.goto(`${sample.url}/login`)
  await page.getByText('Nobody has the role Owner').waitFor()
  await shoot('login-without-owner')
  await page.unroute('**/idp/options')
}
