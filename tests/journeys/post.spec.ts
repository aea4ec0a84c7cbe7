import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postTags } from '@greenroom/contract/community/post/post.schema'
import { formatInstant } from '@greenroom/contract/date-time'
import { megabyte } from '@greenroom/contract/file-rule'
import type { Locator, Page } from 'playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  holdCalls,
  refusedCall,
  signIn,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { expectPlayable, pdfBytes, videoBytes, writeVideo } from './media.ts'
import { makeComment, makeMember, makeMemberPost } from './moderation-records.ts'
import { needOwnDocument } from './open-screen.ts'
import { changePost, makePinnedPosts, makePost, postByMessage, storedPost } from './post-records.ts'
import { hoursFromNow, pictureBytes, unique } from './records.ts'
import { expectRendition } from './rendition.ts'

/** Returns the card of the post with this text. */
function postCard(page: Page, words: string): Locator {
  return page.locator('[data-post]').filter({ hasText: words })
}

function message(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message' })
}

/** Returns the hidden file input of "Choose a file". */
function chooser(page: Page): Locator {
  return page.locator('input[type="file"]')
}

function tags(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Tags' })
}

async function pickTag(page: Page, name: string): Promise<void> {
  await tags(page).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

function preview(page: Page): Locator {
  return page.getByRole('region', { name: 'Preview' })
}

function attachments(page: Page): Locator {
  return page.getByRole('region', { name: 'Attachments' })
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

const jpeg = async (name = 'chart.jpg') => ({ name, mimeType: 'image/jpeg', buffer: await pictureBytes() })
const webm = async (name = 'week.webm') => ({ name, mimeType: 'video/webm', buffer: await videoBytes() })
const pdf = async (name = 'notes.pdf') => ({ name, mimeType: 'application/pdf', buffer: await pdfBytes() })

/** Tells whether the browser has a PDF viewer. A headless one doesn't; the console then shows only the link. */
const showsPdf = (page: Page) => page.evaluate(() => navigator.pdfViewerEnabled)

test.describe('the lists', () => {
  test('shows three tabs under Post Management, each with its own address (SHELL-26, SHELL-08, POST-05, SHELL-38)', async ({
    signedIn: page,
    program,
  }) => {
    await makePost(program)
    await page.goto('/masterclass')
    await page.getByRole('link', { name: 'Admin Post Management' }).click()
    await expect(page).toHaveURL('/create-post')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Management')
    await expect(page.getByRole('tab')).toHaveText(['Admin Posts', 'Pinned Posts', 'Create Post'])
    await expect(page.getByRole('list', { name: 'Admin posts' })).toBeVisible()
    await page.getByRole('tab', { name: 'Pinned Posts' }).click()
    await expect(page).toHaveURL('/create-post?tab=pinned')
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Pinned Posts', selected: true })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.getByRole('tab', { name: 'Pinned Posts' }).press('ArrowRight')
    await expect(page).toHaveURL('/create-post?tab=create')
    await expect(message(page)).toBeVisible()
    await page.goto('/community')
    await expect(page).toHaveURL('/create-post')
    await expect(page.getByRole('tab', { name: 'Admin Posts', selected: true })).toBeVisible()
  })

  test('loads pages of 25 (POST-06, POST-15)', async ({ page, emptyProgram }) => {
    const { url } = emptyProgram
    await signIn(page, await emptyProgram.token())
    try {
      await makePinnedPosts(emptyProgram, 24)
      // A post by someone else isn't listed among the provider's.
      const foreign = await makeMemberPost(emptyProgram, { message: 'A member wrote this' })
      await emptyProgram.query('update post set is_pinned = true where id = $1', [foreign._id])
      const cards = page.locator('[data-post]')
      const more = button(page, 'Load More')
      await page.goto(`${url}/create-post`)
      await expect(cards).toHaveCount(24)
      await expect(more).toHaveCount(0)

      await makePost(emptyProgram, { message: 'The 25th' })
      await page.reload()
      await expect(cards).toHaveCount(25)
      await more.click()
      await expect(more).toHaveCount(0)
      await expect(cards).toHaveCount(25)
      await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1)

      await makePost(emptyProgram, { message: 'The 26th' })
      await page.reload()
      await expect(cards).toHaveCount(25)
      await expect(cards.first()).toContainText('The 26th')
      // The spinner has its room, so a busy button is as wide as an idle one.
      const size = await more.boundingBox()
      const next = await holdCalls(page, '**/activity?*')
      await more.click()
      await expect(more).toHaveAttribute('aria-busy', 'true')
      expect((await more.boundingBox())?.width).toBe(size?.width)
      await next.release()
      await expect(cards).toHaveCount(26)
      await expect(page.getByText('A member wrote this')).toHaveCount(0)

      // The pinned list shows everybody's posts.
      await page.getByRole('tab', { name: 'Pinned Posts' }).click()
      await expect(cards).toHaveCount(25)
      await expect(page.getByText('A member wrote this')).toHaveCount(1)
    } finally {
      await emptyProgram.query('delete from post')
    }
  })

  test('shows a whole post on a card: text as typed, pictures, video, PDF, poll and ID (POST-08, POST-17, POST-09)', async ({
    signedIn: page,
    program,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const mark = unique('mark')
    const text = `${mark}\n  <b>not bold</b> & https://example.com/a?b=c.`
    const made = await makePost(program, {
      message: text,
      tags: ['Tax', 'Memes'],
      images: [await pictureBytes(), await pictureBytes('png')],
      video: await videoBytes(),
      file: await pdfBytes(),
      poll: ['Old regime', 'New regime'],
    })
    const member = await makeMember(program)
    for (const words of ['One', 'Two']) {
      await makeComment(program, { post: made._id, author: member.id, message: words })
    }
    await program.query(
      "update post_poll_option set votes = 7 where post_id = $1 and option = 'New regime'",
      [made._id],
    )
    const ranges: number[] = []
    page.on('response', (response) => {
      if (response.url().includes(made.attachments.video ?? '-')) ranges.push(response.status())
    })
    await page.goto('/create-post')
    const mine = postCard(page, mark)
    await expect(mine).toHaveCSS('border-radius', '10px')
    await expect(mine.getByRole('heading', { level: 2 })).toHaveText(
      `${made.user.first_name} ${made.user.last_name}`,
    )
    await expect(mine.getByRole('time').first()).toHaveText(
      formatInstant(new Date(made.created_at), ' | ', 'Asia/Kolkata'),
    )
    expect(await mine.getByText(mark).evaluate((element) => element.textContent)).toBe(text)
    await expect(mine.getByRole('link', { name: 'https://example.com/a?b=c' })).toHaveAttribute(
      'rel',
      /noopener/,
    )
    await expect(mine.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['Tax', 'Memes'])
    await expect(mine.getByRole('list', { name: 'Pictures' }).locator('img')).toHaveCount(2)
    await expectRendition(mine.locator('img').last())
    await expect(mine.getByRole('figure', { name: 'Poll' })).toContainText('New regime')
    await expect(mine.getByRole('figure', { name: 'Poll' })).toContainText('7 votes')
    await expect(mine).toContainText('2 comments')

    await expectPlayable(mine.locator('video'))
    expect(ranges).toContain(206)
    if (await showsPdf(page)) {
      const preview = mine.locator('iframe')
      await preview.scrollIntoViewIfNeeded()
      await expect(preview).toHaveAttribute('src', new RegExp(made.attachments.file ?? '-'))
    } else {
      await expect(mine.locator('iframe')).toHaveCount(0)
    }
    const served = await fetch(new URL(made.attachments.file ?? '', program.url))
    expect([served.headers.get('content-type'), served.headers.get('content-disposition')]).toEqual([
      'application/pdf',
      'inline',
    ])

    await expect(mine).toContainText(made._id)
    await mine.getByRole('button', { name: 'Copy post ID' }).click()
    await expect(toast(page, 'Post ID copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made._id)
    await expect(mine.getByRole('link', { name: 'Edit Post' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  test('pins at once, keeps the focus, and reverts on failure (POST-09, POST-28, POST-24)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    const made = await makePost(program)
    await page.goto('/create-post')
    const mine = postCard(page, made.message)
    // Held, to check what the screen shows before the response.
    const answer = await holdCalls(page, '**/pin')
    await mine.getByRole('button', { name: 'Pin Post', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(mine.getByRole('button', { name: 'Unpin Post' })).toBeFocused()
    await expect(toast(page, 'Pinning post...')).toBeVisible()
    await answer.release()
    await expect(toast(page, 'PINNED_POST_SUCCESSFULLY')).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Unpin Post' })).toBeFocused()
    expect((await storedPost(program, made._id)).is_pinned).toBe(true)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'UNPINNED_POST_SUCCESSFULLY')).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Pin Post', exact: true })).toBeFocused()
    expect((await storedPost(program, made._id)).is_pinned).toBe(false)

    expectedConsole.push(unansweredCall)
    await page.route('**/pin', (route) => route.abort())
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Failed to pin the post.')).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Pin Post', exact: true })).toBeFocused()
    expect((await storedPost(program, made._id)).is_pinned).toBe(false)
    await page.unroute('**/pin')

    // The last of several clicks wins.
    await mine.getByRole('button', { name: 'Pin Post', exact: true }).click()
    await mine.getByRole('button', { name: 'Unpin Post' }).click()
    await mine.getByRole('button', { name: 'Pin Post', exact: true }).click()
    await expect.poll(async () => (await storedPost(program, made._id)).is_pinned).toBe(true)
    await expect(mine.getByRole('button', { name: 'Unpin Post' })).toBeVisible()
  })

  test('removes an unpinned post from the pinned list, and offers only pinning on members’ posts (POST-07, POST-09, OQ-120)', async ({
    signedIn: page,
    program,
  }) => {
    const older = await makePost(program, { is_pinned: true })
    const foreign = await makeMemberPost(program, { message: unique('From a member') })
    await program.query('update post set is_pinned = true where id = $1', [foreign._id])
    await page.goto('/create-post?tab=pinned')
    await expect(postCard(page, foreign.message)).toContainText(foreign.author.name)
    await expect(postCard(page, foreign.message).getByRole('link', { name: 'Edit Post' })).toHaveCount(0)
    await expect(postCard(page, older.message).getByRole('link', { name: 'Edit Post' })).toHaveCount(1)
    await expectAccessibleInBothSchemes(page)
    await postCard(page, foreign.message).getByRole('button', { name: 'Unpin Post' }).focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'UNPINNED_POST_SUCCESSFULLY')).toBeVisible()
    await expect(postCard(page, foreign.message)).toHaveCount(0)
    await expect(postCard(page, older.message)).toBeFocused()

    await page.goto(`/create-post/edit/${foreign._id}`)
    await expect(page.getByText("Only the provider's own posts can be edited")).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await button(page, 'Go to Admin Posts').click()
    await expect(page).toHaveURL('/create-post')
  })

  test('finds a post by its ID on Enter, pinned or not, and shows the list when the field is empty (POST-07, POST-32, POST-26, OQ-084)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    const pinned = await makePost(program, { is_pinned: true })
    const other = await makePost(program)
    await page.goto('/create-post?tab=pinned')
    await expect(postCard(page, pinned.message)).toBeVisible()
    const field = page.getByRole('searchbox', { name: 'Search by activity ID' })
    await field.fill(` ${other._id} `)
    await expect(page).toHaveURL('/create-post?tab=pinned')
    await field.press('Enter')
    await expect(postCard(page, other.message)).toBeVisible()
    await expect(page.locator('[data-post]')).toHaveCount(1)
    await expect(page).toHaveURL(`/create-post?tab=pinned&q=${other._id}`)
    await page.reload()
    await postCard(page, other.message).getByRole('button', { name: 'Pin Post' }).click()
    await expect(postCard(page, other.message).getByRole('button', { name: 'Unpin Post' })).toBeFocused()
    await expect(toast(page, 'PINNED_POST_SUCCESSFULLY')).toBeVisible()
    await field.fill('')
    await expect(postCard(page, pinned.message)).toBeVisible()
    await expect(postCard(page, other.message)).toBeVisible()

    expectedConsole.push(refusedCall(404), unansweredCall)
    await field.fill('nothing-of-this-name')
    await field.press('Enter')
    await expect(page.getByText('Error fetching post: This post does not exist')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await button(page, 'Clear search').last().click()
    await expect(postCard(page, pinned.message)).toBeVisible()

    const unseen = await makePost(program)
    await page.route(`**/admin/activity/${unseen._id}`, (route) => route.abort())
    await field.fill(unseen._id)
    await field.press('Enter')
    await expect(page.getByText('Error fetching post: The server did not respond.')).toBeVisible()
    await page.unroute(`**/admin/activity/${unseen._id}`)
    await button(page, 'Retry').click()
    await expect(postCard(page, unseen.message)).toBeVisible()
  })
})

test.describe('a new post', () => {
  test('sends tags, message, pictures, a video and a PDF after a preview (POST-10, POST-11, POST-21, POST-29)', async ({
    signedIn: page,
    program,
  }) => {
    const text = `${unique('Charts')}\n\tof the week, & <i>a question</i>`
    await page.goto('/create-post?tab=create')
    await expect(message(page)).toHaveAttribute('placeholder', 'Write Something...')
    await expect(page.getByRole('checkbox', { name: 'Pin Post' })).toBeChecked()
    await expect(button(page, 'Post')).toBeDisabled()
    await expect(button(page, 'Delete Post')).toHaveCount(0)
    // By keyboard only, from the message on.
    await message(page).focus()
    await page.keyboard.press('Tab')
    await expect(tags(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox', { name: 'Tags' }).getByRole('option')).toHaveText([...postTags])
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.type('vehi')
    await expect(page.getByRole('option')).toHaveText(['Vehicle Insurance'])
    await page.keyboard.press('Enter')
    for (const name of ['tax', 'loans']) {
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.type('nothing')
    await expect(page.getByText('No tag has this name')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    // The tags are in the order of the list.
    await button(page, 'Remove Loans').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Remove Loans')).toHaveCount(0)
    await expect(preview(page).getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
      'Vehicle Insurance',
      'Tax',
    ])
    await message(page).fill(`${text} https://example.com/a`)
    await expect(preview(page).getByRole('link')).toHaveText('https://example.com/a')
    await message(page).fill(text)
    expect(
      await preview(page)
        .getByText('of the week')
        .evaluate((element) => element.textContent),
    ).toBe(text)

    await expect(attachments(page)).toHaveCount(0)
    await button(page, 'Add attachments').click()
    await expect(button(page, 'Choose a file')).toBeFocused()
    await button(page, 'Close attachments').click()
    await expect(button(page, 'Add attachments')).toBeFocused()
    // A picked file opens its part, which then stays open.
    await chooser(page).setInputFiles(await jpeg('first.jpg'))
    await expect(attachments(page)).toBeVisible()
    await expect(button(page, 'Close attachments')).toHaveCount(0)
    await chooser(page).setInputFiles({
      name: 'second.png',
      mimeType: 'image/png',
      buffer: await pictureBytes('png'),
    })
    await chooser(page).setInputFiles(await jpeg('third.jpg'))
    const images = page.getByRole('list', { name: 'Images' })
    await expect(images.locator('img')).toHaveCount(3)
    await expect(images.locator('img').first()).toHaveJSProperty('naturalWidth', 640)
    const shown = preview(page).getByRole('list', { name: 'Pictures' }).locator('img')
    await expect(shown).toHaveCount(3)
    await expect(shown.first()).toHaveJSProperty('naturalWidth', 640)
    await button(page, 'Remove third.jpg').click()
    await expect(images.locator('img')).toHaveCount(2)
    await expect(shown).toHaveCount(2)
    await expect(button(page, 'Choose a file')).toBeFocused()

    await chooser(page).setInputFiles(await webm('first.webm'))
    await chooser(page).setInputFiles(await webm('week.webm'))
    await expect(page.getByText('first.webm')).toHaveCount(0)
    await expect(page.getByText('Another video replaces this one.')).toBeVisible()
    await expectPlayable(page.getByLabel('Preview of week.webm'))
    await chooser(page).setInputFiles(await pdf('notes.pdf'))
    const viewer = page.locator('iframe[title="Preview of notes.pdf"]')
    if (await showsPdf(page)) await expect(viewer).toHaveAttribute('src', /^blob:/)
    else await expect(viewer).toHaveCount(0)
    await expectPlayable(preview(page).locator('video'))
    await expect(preview(page).getByText('PDF document')).toBeVisible()
    await expect(page.getByText('Another file replaces this one.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)

    await button(page, 'Post').click()
    await expect(toast(page, 'Post created successfully')).toBeVisible()
    await expect(page).toHaveURL('/create-post')
    const mine = postCard(page, 'of the week, & <i>a question</i>').first()
    await expect(mine).toBeFocused()
    await expect(mine).toHaveAttribute('data-shown')
    await expect(mine.getByRole('button', { name: 'Unpin Post' })).toBeVisible()
    const made = await postByMessage(program, text)
    expect(made).toMatchObject({ tags: ['Vehicle Insurance', 'Tax'], is_pinned: true, poll: null })
    expect(made.attachments.images).toHaveLength(2)
    for (const [address, type] of [
      [made.attachments.images[0], 'image/jpeg'],
      [made.attachments.video, 'video/webm'],
      [made.attachments.file, 'application/pdf'],
    ] as const) {
      const file = await fetch(new URL(address ?? '', program.url))
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
    }
    // The next form is empty.
    await page.getByRole('tab', { name: 'Create Post' }).click()
    await expect(message(page)).toHaveValue('')
    await expect(images).toHaveCount(0)
  })

  test('starts a poll with Yes and No for one day, and allows two to ten options (POST-12, POST-18, POST-19)', async ({
    signedIn: page,
    program,
  }) => {
    const text = unique('Which one')
    await page.goto('/create-post?tab=create')
    await message(page).fill(text)
    const poll = page.getByRole('region', { name: 'Create a Poll' })
    await button(page, 'Create a Poll').click()
    const options = poll.getByRole('textbox', { name: /^Option/ })
    await expect(options).toHaveCount(2)
    await expect(options.first()).toHaveValue('Yes')
    await expect(options.last()).toHaveValue('No')
    // Typing replaces the defaults, without a click.
    await expect(options.first()).toBeFocused()
    await page.keyboard.type('Sooner')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Never')
    const shown = preview(page).getByRole('figure', { name: 'Poll' })
    await expect(shown.getByRole('listitem')).toHaveText([/^Sooner/, /^Never/])
    // A removed poll comes back as it was typed.
    await button(page, 'Remove poll').click()
    await expect(shown).toHaveCount(0)
    await expect(button(page, 'Create a Poll')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(options.last()).toHaveValue('Never')
    await options.first().fill('Yes')
    await options.last().fill('No')
    await expect(poll.getByLabel('Duration in days')).toHaveValue('1')
    await expect(poll.getByRole('button', { name: /^Remove option/ })).toHaveCount(0)

    for (let place = 3; place <= 10; place += 1) {
      await poll.getByRole('button', { name: 'Add option' }).click()
      await expect(options.last()).toBeFocused()
      await options.last().fill(`Choice ${place}`)
    }
    await expect(poll.getByRole('button', { name: 'Add option' })).toHaveCount(0)
    while ((await options.count()) > 3) {
      await poll.getByRole('button', { name: 'Remove option 4', exact: true }).click()
    }
    await expect(options.last()).toBeFocused()

    await options.nth(1).fill(' Yes ')
    await options.nth(2).fill('   ')
    await poll.getByLabel('Duration in days').fill('1.5')
    await button(page, 'Post').click()
    await expect(poll.getByText('Enter a whole number of days, at least 1')).toBeVisible()
    await expect(poll.getByText("A poll option can't be empty")).toBeVisible()
    await expect(options.nth(2)).toBeFocused()
    await expectAccessibleInBothSchemes(page)
    await options.nth(2).fill('Later')
    await poll.getByLabel('Duration in days').fill('3')
    await button(page, 'Post').click()
    await expect(poll.getByText('Two poll options are the same')).toBeVisible()
    await expect(options.nth(1)).toBeFocused()
    await options.nth(1).fill('No')
    await poll.getByRole('checkbox', { name: 'Allow several answers' }).check()
    const before = Date.now()
    await button(page, 'Post').click()
    await expect(toast(page, 'Post created successfully')).toBeVisible()
    const made = await postByMessage(program, text)
    expect(made.poll).toMatchObject({
      options: [
        { option: 'Yes', votes: 0 },
        { option: 'No', votes: 0 },
        { option: 'Later', votes: 0 },
      ],
      allow_multiple: true,
    })
    const begun = Date.parse(made.poll?.expires_at ?? '') - 3 * 24 * 3_600_000
    expect(begun).toBeGreaterThanOrEqual(before)
    expect(begun).toBeLessThanOrEqual(Date.now())
  })

  test('refuses a file of 50 MB with a toast, and accepts and plays one a byte smaller (POST-16, POST-17, OQ-027, OQ-081)', async ({
    signedIn: page,
    program,
  }) => {
    const text = unique('A long video')
    const folder = await mkdtemp(join(tmpdir(), 'greenroom-attachments-'))
    try {
      await page.goto('/create-post?tab=create')
      await message(page).fill(text)
      for (const [name, byteSize] of [
        ['at.webm', 50 * megabyte],
        ['above.pdf', 50 * megabyte + 1],
        ['above.png', 60 * megabyte],
      ] as const) {
        const path = join(folder, name)
        await writeFile(path, '')
        await truncate(path, byteSize)
        await chooser(page).setInputFiles(path)
        await expect(toast(page, 'File size must be less than 50MB').first()).toBeVisible()
        await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0)
      }
      for (const [file, words] of [
        [
          { name: 'chart.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
          'This file type is not allowed. Attach an image, a video, a document or an archive.',
        ],
        [
          { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>') },
          'This file type is not allowed. Attach an image, a video, a document or an archive.',
        ],
        [
          { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
          'This file is empty. Choose another one.',
        ],
      ] as const) {
        await chooser(page).setInputFiles(file)
        await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
      }
      await expectAccessibleInBothSchemes(page)

      const below = join(folder, 'below.webm')
      await writeVideo(below, 50 * megabyte - 1)
      await chooser(page).setInputFiles(below)
      await expect(page.getByText('50 MB', { exact: true })).toBeVisible()
      await button(page, 'Post').click()
      await expect(toast(page, 'Post created successfully')).toBeVisible({ timeout: 120_000 })
      const made = await postByMessage(program, text)
      const stored = await fetch(new URL(made.attachments.video ?? '', program.url), { method: 'HEAD' })
      expect(stored.headers.get('content-length')).toBe(String(50 * megabyte - 1))
      await expectPlayable(postCard(page, text).locator('video'))
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('accepts dropped files like picked ones, one at a time, and shows name and size of others (POST-16, POST-17)', async ({
    signedIn: page,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(415))
    await page.goto('/create-post?tab=create')
    await button(page, 'Add attachments').click()
    const drop = async (names: readonly string[]) => {
      const files = await page.evaluateHandle((wanted) => {
        const transfer = new DataTransfer()
        for (const name of wanted) transfer.items.add(new File(['PK'], name, { type: 'application/zip' }))
        return transfer
      }, names)
      const zone = page.getByText('or drop it here')
      for (const type of ['dragenter', 'dragover', 'drop']) {
        await zone.or(page.getByText('Drop to attach')).dispatchEvent(type, { dataTransfer: files })
      }
    }
    await drop(['a.zip', 'b.zip'])
    await expect(page.getByText('Attach one file at a time')).toBeVisible()
    await drop(['papers.zip'])
    await expect(page.getByText('papers.zip')).toBeVisible()
    await expect(page.getByText('2 B')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)

    // The server checks the bytes.
    await message(page).fill(unique('No real archive'))
    const refused = page.waitForResponse((response) => response.url().endsWith('/admin/activity'))
    await button(page, 'Post').click()
    expect((await refused).status()).toBe(415)
    await expect(toast(page, 'Failed to create post')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'This file type is not allowed.' })).toBeVisible()
    await expect(page.getByText('Not saved')).toBeVisible()
    await expect(page.getByText('papers.zip')).toBeVisible()
  })

  test('sends a picture that not every browser shows as a file, and offers it as a download (POST-17, OQ-081)', async ({
    signedIn: page,
    program,
  }) => {
    const text = unique('A scan')
    await page.goto('/create-post?tab=create')
    await message(page).fill(text)
    const bmp = Buffer.from(
      '424d3a0000000000000036000000280000000100000001000000010018000000000004000000130b0000130b0000000000000000000000ff0000',
      'hex',
    )
    await chooser(page).setInputFiles({ name: 'scan.bmp', mimeType: 'image/bmp', buffer: bmp })
    await expect(button(page, 'Remove scan.bmp')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Images' })).toHaveCount(0)
    await button(page, 'Post').click()
    await expect(toast(page, 'Post created successfully')).toBeVisible()
    await expect(postCard(page, text)).toContainText('BMP file')
    const made = await postByMessage(program, text)
    expect(made.attachments.images).toEqual([])
    const download = page.waitForEvent('download')
    await postCard(page, text).getByRole('link', { name: 'Download' }).click()
    expect(new URL((await download).url()).pathname).toBe(made.attachments.file)
  })

  test('shows the name of an invalid image in place of its preview (POST-17)', async ({ signedIn: page }) => {
    await page.goto('/create-post?tab=create')
    await chooser(page).setInputFiles(await jpeg())
    await chooser(page).setInputFiles({
      name: 'page.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<html></html>'),
    })
    await expect(page.getByText('page.png')).toBeVisible()
    await expect(page.getByText('chart.jpg')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('keeps entries behind other tabs, and asks on leaving the screen or on Cancel (OQ-109)', async ({
    signedIn: page,
    program,
  }) => {
    const other = await makePost(program)
    await page.goto('/create-post?tab=create')
    await message(page).fill('Half a thought')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.getByRole('tab', { name: 'Admin Posts' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await postCard(page, other.message).getByRole('link', { name: 'Edit Post' }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('tab', { name: 'Create Post' }).click()
    await expect(message(page)).toHaveValue('Half a thought')

    await page.getByRole('link', { name: 'Creators' }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(message(page)).toHaveValue('Half a thought')
    await button(page, 'Cancel').click()
    await expect(question).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/create-post')
    await page.getByRole('tab', { name: 'Create Post' }).click()
    await expect(message(page)).toHaveValue('')
    await page.getByRole('link', { name: 'Creators' }).click()
    await expect(page).toHaveURL('/creators')
  })
})

test.describe('an edit', () => {
  test('sends only changes; removes one picture and adds another (POST-13, POST-22, POST-08, POST-29)', async ({
    signedIn: page,
    program,
  }) => {
    const made = await makePost(program, {
      tags: ['Tax'],
      is_pinned: true,
      images: [await pictureBytes(), await pictureBytes('png')],
      video: await videoBytes(),
      file: await pdfBytes(),
    })
    await page.goto('/create-post')
    await postCard(page, made.message).getByRole('link', { name: 'Edit Post' }).click()
    await expect(page).toHaveURL(`/create-post/edit/${made._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Post')
    await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/create-post')
    // A shared link opens the edit.
    await page.reload()
    await expect(message(page)).toHaveValue(made.message)
    await expect(button(page, 'Update')).toBeVisible()
    await expect(button(page, 'Remove Tax')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Pin Post' })).toBeChecked()
    await expectPlayable(attachments(page).locator('video'))
    if (await showsPdf(page)) {
      await expect(page.locator('iframe')).toHaveAttribute('src', new RegExp(made.attachments.file ?? '-'))
    }
    await expect(preview(page)).toContainText(made.message)
    const shown = preview(page).getByRole('list', { name: 'Pictures' }).locator('img')
    await expect(shown).toHaveCount(2)
    await expectAccessibleInBothSchemes(page)

    await button(page, 'Remove image 1').click()
    await button(page, 'Remove the file').click()
    await chooser(page).setInputFiles(await jpeg('new.jpg'))
    await expect(shown).toHaveCount(2)
    await pickTag(page, 'Loans')
    await page.getByRole('checkbox', { name: 'Pin Post' }).uncheck()
    needOwnDocument(page)
    // Playwright can't read the body of a form with files.
    await page.evaluate(() => {
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        if (body instanceof FormData) sessionStorage.setItem('sent-parts', [...body.keys()].sort().join())
        send.call(this, body)
      }
    })
    const sent = page.waitForRequest((request) => request.url().endsWith('/update'))
    await button(page, 'Update').click()
    expect((await sent).headers()['if-match']).toBe(`"${made.version}"`)
    expect(await page.evaluate(() => sessionStorage.getItem('sent-parts'))).toBe(
      'images,is_pinned,remove_attachment,tags',
    )
    await expect(toast(page, 'Post updated successfully')).toBeVisible()
    await expect(page).toHaveURL('/create-post')
    await expect(postCard(page, made.message)).toBeFocused()
    const stored = await storedPost(program, made._id)
    expect(stored).toMatchObject({ message: made.message, tags: ['Loans', 'Tax'], is_pinned: false })
    expect(stored.attachments.images).toHaveLength(2)
    expect(stored.attachments.images[0]).toBe(made.attachments.images[1])
    expect(stored.attachments.video).toBe(made.attachments.video)
    expect(stored.attachments.file).toBeNull()

    // A new video replaces the stored one.
    await postCard(page, made.message).getByRole('link', { name: 'Edit Post' }).click()
    await chooser(page).setInputFiles(await webm())
    await expect(page.getByText('Replaces the stored video once the post is updated.')).toBeVisible()
    await button(page, 'Remove week.webm').click()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await chooser(page).setInputFiles(await webm())
    await button(page, 'Update').click()
    await expect(toast(page, 'Post updated successfully').first()).toBeVisible()
    await expect
      .poll(async () => (await storedPost(program, made._id)).attachments.video)
      .not.toBe(made.attachments.video)
  })

  test("keeps a poll's votes and end unless they are changed (POST-20, POST-12, OQ-083)", async ({
    signedIn: page,
    program,
  }) => {
    const made = await makePost(program, {
      poll: ['Old', 'New', 'Neither'],
      expires_at: hoursFromNow(36),
    })
    await program.query('update post_poll_option set votes = position + 4 where post_id = $1', [made._id])
    await page.goto(`/create-post/edit/${made._id}`)
    const poll = page.getByRole('region', { name: 'Create a Poll' })
    const days = poll.getByLabel('Duration in days')
    // A day and a half counts as two days.
    await expect(days).toHaveValue('2')
    await expect(poll).toContainText(
      `Ends ${formatInstant(new Date(made.poll?.expires_at ?? ''), ', ', 'Asia/Kolkata')}`,
    )
    await expect(poll).toContainText('5 votes')
    await poll.getByRole('textbox', { name: 'Option 3' }).fill('None of them')
    await expect(
      poll.getByText('A changed or removed option loses its votes: 6 votes in total.'),
    ).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await button(page, 'Update').click()
    await expect(toast(page, 'Post updated successfully')).toBeVisible()
    let stored = await storedPost(program, made._id)
    expect(stored.poll).toEqual({
      options: [
        { option: 'Old', votes: 4 },
        { option: 'New', votes: 5 },
        { option: 'None of them', votes: 0 },
      ],
      expires_at: made.poll?.expires_at,
      allow_multiple: false,
    })

    await page.goto(`/create-post/edit/${made._id}`)
    await days.fill('4')
    const before = Date.now()
    await button(page, 'Update').click()
    await expect(page).toHaveURL('/create-post')
    stored = await storedPost(program, made._id)
    const begun = Date.parse(stored.poll?.expires_at ?? '') - 4 * 24 * 3_600_000
    expect(begun).toBeGreaterThanOrEqual(before)
    expect(begun).toBeLessThanOrEqual(Date.now())
    expect(stored.poll?.options[1]?.votes).toBe(5)

    // An ended poll shows that, and saving doesn't reopen it.
    const ended = hoursFromNow(-2)
    await program.query('update post set poll_expires_at = $2 where id = $1', [made._id, ended])
    await page.goto(`/create-post/edit/${made._id}`)
    await expect(days).toHaveValue('1')
    await expect(poll).toContainText(`Ended ${formatInstant(new Date(ended), ', ', 'Asia/Kolkata')}.`)
    await message(page).fill(`${made.message}, corrected`)
    await button(page, 'Update').click()
    await expect(page).toHaveURL('/create-post')
    await expect(postCard(page, `${made.message}, corrected`)).toContainText('Ended')
    expect((await storedPost(program, made._id)).poll?.expires_at).toBe(ended)

    await page.goto(`/create-post/edit/${made._id}`)
    await button(page, 'Remove poll').click()
    await expect(page.getByText('The poll is deleted with its 9 votes.')).toBeVisible()
    await button(page, 'Update').click()
    await expect(page).toHaveURL('/create-post')
    expect((await storedPost(program, made._id)).poll).toBeNull()
  })

  test('asks with Yes and No on Delete Post, then shows the posts (POST-14, POST-23, POST-29)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    const made = await makePost(program)
    const member = await makeMember(program)
    await makeComment(program, { post: made._id, author: member.id, message: 'Thanks' })
    await page.goto(`/create-post/edit/${made._id}`)
    const question = page.getByRole('alertdialog', { name: 'Delete this post?' })
    await button(page, 'Delete Post').click()
    await expect(question).toContainText('This deletes the post with its 1 comment')
    await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
    await expectAccessibleInBothSchemes(page)
    await question.getByRole('button', { name: 'No' }).click()
    await expect(question).toHaveCount(0)
    await expect(button(page, 'Delete Post')).toBeFocused()

    expectedConsole.push(unansweredCall)
    await page.route('**/remove', (route) => route.abort())
    await button(page, 'Delete Post').click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(toast(page, 'Failed to delete post')).toBeVisible()
    await expect(question.getByRole('alert')).toContainText('The server did not respond.')
    expect((await storedPost(program, made._id))._id).toBe(made._id)
    await page.unroute('**/remove')
    // Unsaved changes don't block the deletion.
    await question.getByRole('button', { name: 'No' }).click()
    await message(page).fill('Half an edit')
    await button(page, 'Delete Post').click()
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(toast(page, 'Post deleted successfully')).toBeVisible()
    await expect(page).toHaveURL('/create-post')
    await expect(
      page.getByRole('list', { name: 'Admin posts' }).or(page.getByText('No posts available')),
    ).toBeVisible()
    await expect(postCard(page, made.message)).toHaveCount(0)
    expect(await program.query('select 1 from post where id = $1', [made._id])).toHaveLength(0)
  })

  test('keeps both changes when two people change different parts, images included (OQ-109)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409))
    const made = await makePost(program, { images: [await pictureBytes(), await pictureBytes('png')] })
    const [first = '', second = ''] = made.attachments.images
    await page.goto(`/create-post/edit/${made._id}`)
    await message(page).fill('Mine')
    await button(page, 'Remove image 1').click()
    await changePost(program, made._id, {
      tags: ['Crypto'],
      images: [await pictureBytes('webp')],
      remove_attachment: [first],
    })
    await button(page, 'Update').click()
    await expect(toast(page, 'Both changes are saved.')).toBeVisible()
    const stored = await storedPost(program, made._id)
    expect(stored).toMatchObject({ message: 'Mine', tags: ['Crypto'] })
    expect(stored.attachments.images).toHaveLength(2)
    expect(stored.attachments.images).toContain(second)
  })

  test('asks which text to keep when two people change it (OQ-109)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409))
    const made = await makePost(program, { poll: ['Yes', 'No'] })
    await page.goto(`/create-post/edit/${made._id}`)
    await message(page).fill('My words')
    await page.getByLabel('Duration in days').fill('9')
    await changePost(program, made._id, { message: 'Their words', expires_at: hoursFromNow(100) })
    await button(page, 'Update').click()
    const question = page.getByRole('alertdialog')
    for (const words of ['My words', 'Their words', '9 days from now']) {
      await expect(question).toContainText(words)
    }
    await expect(toast(page, 'Someone else changed the same fields.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await question
      .getByRole('group', { name: 'Message' })
      .getByRole('radio', { name: /Theirs/ })
      .check()
    await question.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Post updated successfully')).toBeVisible()
    const stored = await storedPost(program, made._id)
    expect(stored.message).toBe('Their words')
    expect(Date.parse(stored.poll?.expires_at ?? '')).toBeGreaterThan(Date.parse(hoursFromNow(8 * 24)))
  })

  test('shows the error view for an unknown ID (OQ-007)', async ({ signedIn: page, expectedConsole }) => {
    expectedConsole.push(refusedCall(404), /^ApiError: This post does not exist/)
    // Also under the editor's former address.
    await page.goto('/create-post?id=01a1fe6b-0000-7000-8000-000000000000')
    await expect(page).toHaveURL('/create-post/edit/01a1fe6b-0000-7000-8000-000000000000')
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
  })
})

test('fits the lists and the editor on a phone (POST-05)', async ({ signedIn: page, program }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const made = await makePost(program, {
    message: `${unique('Wide')} ${'w'.repeat(200)}`,
    is_pinned: true,
    tags: ['Tax'],
    images: [await pictureBytes()],
    poll: ['A choice with quite a few words, so that it has to go on in a second line', 'Another', 'Third'],
  })
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  for (const [address, content] of [
    ['/create-post', postCard(page, made.message)],
    ['/create-post?tab=pinned', postCard(page, made.message)],
    ['/create-post?tab=create', button(page, 'Post')],
    [`/create-post/edit/${made._id}`, button(page, 'Update')],
  ] as const) {
    await page.goto(address)
    await expect(content).toBeVisible()
    expect(await fits()).toBe(true)
    await expect(preview(page)).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
  }

  // Every button of the open parts is at least 40 pixels high and wide.
  await expect(button(page, 'Remove Tax')).toBeVisible()
  await expect(button(page, 'Choose a file')).toBeVisible()
  const small = await page
    .locator('form button')
    .evaluateAll((buttons) =>
      (buttons as HTMLElement[])
        .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 40)
        .map((one) => one.ariaLabel ?? one.textContent),
    )
  expect(small).toEqual([])
})
