import { reportTypes } from '@greenroom/contract/community/moderation/moderation.schema'
import { formatInstant } from '@greenroom/contract/date-time'
import type { Locator, Page } from 'playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  freeze,
  refusedCall,
  signIn,
  test,
  toast,
  unansweredCall,
} from './journey.ts'
import { expectPlayable, pdfBytes, videoBytes } from './media.ts'
import {
  clearReports,
  isStored,
  makeComment,
  makeMember,
  makeMemberPost,
  makeReportedPosts,
  openReports,
  report,
  setReportsAside,
} from './moderation-records.ts'
import { needOwnDocument } from './open-screen.ts'
import type { Program } from './program.ts'
import { pictureBytes } from './records.ts'

let bringBack = async () => {}

test.beforeAll(async ({ program }) => {
  bringBack = await setReportsAside(program)
})

test.afterAll(() => bringBack())

test.beforeEach(({ program }) => clearReports(program))

/** Returns the cards of the current queue. */
function cards(page: Page): Locator {
  return page.getByRole('article')
}

/** Returns the card with this person and text. */
function cardOf(page: Page, text: string): Locator {
  return cards(page).filter({ hasText: text })
}

/** Opens a queue and waits until its first card has the focus. */
async function openQueue(page: Page, kind: 'users' | 'posts' | 'comments'): Promise<void> {
  await page.goto(`/moderation/${kind}`)
  await expect(cards(page).first()).toBeFocused()
}

/** Records the screen's requests for reported posts from now on. */
function listCalls(page: Page): URLSearchParams[] {
  const calls: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/admin/activities') calls.push(searchParams)
  })
  return calls
}

/** Makes the database refuse changes of one record: a real server failure. Call the result to end it. */
async function refuseChange(
  program: Program,
  table: string,
  condition: string,
): Promise<() => Promise<unknown>> {
  await program.query(
    `create or replace function refuse_change() returns trigger language plpgsql as
      $$ begin if ${condition} then raise exception 'refused'; end if; return coalesce(new, old); end $$`,
  )
  await program.query(
    `create or replace trigger refuse_change before update or delete on ${table}
      for each row execute function refuse_change()`,
  )
  return () => program.query(`drop trigger refuse_change on ${table}`)
}

test.describe('the screens', () => {
  test('gives each queue an address, and redirects all others to Reported Users (MOD-01, SHELL-19, OQ-002, OQ-004)', async ({
    signedIn: page,
  }) => {
    for (const [path, heading, types] of [
      ['/moderation/users', 'Reported Users', 'No user reports found'],
      ['/moderation/posts', 'Reported Posts', 'No post reports found'],
      ['/moderation/comments', 'Reported Comments', 'No reaction reports found'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByText(types, { exact: true })).toBeVisible()
    }
    for (const path of ['/moderation', '/moderation/anything', '/moderation/a/b', '/user-moderation']) {
      await page.goto(path)
      await expect(page).toHaveURL('/moderation/users')
    }
  })

  test('expands the section Moderation into Users, Posts and Comments (SHELL-10, SHELL-12)', async ({
    signedIn: page,
  }) => {
    await page.goto('/moderation/users')
    const sections = page.getByRole('navigation', { name: 'Sections' })
    const items = sections
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Moderation' }) })
      .getByRole('list')
      .getByRole('link')
    await expect(items).toHaveText(['Users', 'Posts', 'Comments'])
    await items.nth(2).click()
    await expect(page).toHaveURL('/moderation/comments')
    await expect(items.nth(2)).toHaveAttribute('aria-current', 'page')
  })

  test('counts what waits beside each queue, and forgets what was ignored (SHELL-10, OQ-196)', async ({
    signedIn: page,
    program,
  }) => {
    const posts = [
      await makeMemberPost(program, { message: 'Waits first' }),
      await makeMemberPost(program, { message: 'Waits second' }),
    ]
    for (const { _id } of posts) await report(program, 'post', _id, { spam: 1 })
    await report(program, 'user', (await makeMember(program)).id, { hate: 1 })
    await openQueue(page, 'posts')
    const sections = page.getByRole('navigation', { name: 'Sections' })
    const link = (name: string) => sections.getByRole('link', { name, exact: true })
    await expect(link('Posts')).toHaveAccessibleDescription('2 waiting')
    await expect(link('Users')).toHaveAccessibleDescription('1 waiting')
    await expect(link('Comments')).toHaveAccessibleDescription('')
    await expectAccessibleInBothSchemes(page)
    await cardOf(page, 'Waits first')
      .getByRole('button', { name: /^Ignore/ })
      .click()
    await expect(link('Posts')).toHaveAccessibleDescription('1 waiting')
    needOwnDocument(page)
    await sections.getByRole('button', { name: 'Sub-sections of Moderation' }).click()
    await expect(link('Moderation')).toHaveAccessibleDescription('2 waiting')
  })

  test('shows a reported post as members see it, with its reports by reason (MOD-07, MOD-10, LIM-05)', async ({
    signedIn: page,
    program,
  }) => {
    const author = await makeMember(program, { is_opc: true, designation: 'Options trader' })
    const words = 'Line <b>one</b>\n\n  two blanks & https://example.com/join?a=1. javascript:alert(1)'
    const post = await makeMemberPost(
      program,
      {
        message: words,
        tags: ['Crypto', 'Tax'],
        images: [await pictureBytes(), await pictureBytes('png')],
        video: await videoBytes(),
        file: await pdfBytes(),
        poll: ['Agree', 'Disagree'],
      },
      author,
    )
    await program.query(
      `update post_poll_option set votes = case position when 0 then 3 else 9 end where post_id = $1`,
      [post._id],
    )
    await program.query('update post set is_visible = false where id = $1', [post._id])
    await report(program, 'post', post._id, { misleading: 3, spam: 2, hate: 1 })

    await openQueue(page, 'posts')
    const card = cards(page)
    await expect(card.getByRole('heading', { level: 2, name: author.name })).toBeVisible()
    await expect(card).toContainText('OPC')
    await expect(card).toContainText('Options trader')
    await expect(card.getByRole('time').first()).toHaveText(
      formatInstant(new Date(post.created_at), ' | ', 'Asia/Kolkata'),
    )
    await expect(card).toContainText('Hidden')
    await expect(card.getByRole('button', { name: `Copy ID of the post by ${author.name}` })).toHaveAttribute(
      'title',
      post._id,
    )
    expect(await card.locator('p[dir="auto"]').evaluate((text) => (text as HTMLElement).innerText)).toBe(
      words,
    )
    const link = card.getByRole('link', { name: /example/ })
    await expect(link).toHaveAttribute('href', 'https://example.com/join?a=1')
    await expect(link).toHaveAttribute('rel', /noopener.*nofollow/)
    await expect(card.getByRole('link', { name: /javascript/ })).toHaveCount(0)
    await expect(card.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['Crypto', 'Tax'])
    await expect(card.getByRole('figure', { name: 'Poll' }).getByRole('listitem')).toHaveText([
      'Agree3 votes',
      'Disagree9 votes',
    ])
    await expect(card.getByRole('figure', { name: 'Poll' })).toContainText(/Ends .*M12 votes$/)
    await expect(card.getByRole('list', { name: 'Open reports' }).getByRole('listitem')).toHaveText([
      '6 reports',
      '3 Misleading',
      '2 Spam',
      '1 Hate',
    ])

    await expectPlayable(card.locator('video'))

    await expect(card.getByRole('link', { name: 'Open' })).toHaveAttribute(
      'href',
      post.attachments.file ?? '',
    )
    if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
      await expect(card.getByTitle('Preview of the PDF document')).toBeVisible()
    }

    const pictures = card.getByRole('list', { name: 'Pictures' }).getByRole('button')
    await expect(pictures).toHaveCount(2)
    await pictures.nth(0).click()
    const large = page.getByRole('dialog', { name: 'Picture 1 of 2' })
    await expect(large.getByRole('img')).toBeVisible()
    await expect
      .poll(() => large.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(640)
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog', { name: 'Picture 2 of 2' })).toBeVisible()
    // A dialog over the queue doesn't handle its keys.
    await page.keyboard.press('i')
    await page.keyboard.press('d')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(pictures.nth(0)).toBeFocused()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    expect(await openReports(program, post._id)).toBe(6)
    await expectAccessibleInBothSchemes(page)
  })

  test('says when a poll ended (MOD-07)', async ({ signedIn: page, program }) => {
    const post = await makeMemberPost(program, { poll: ['Yes', 'No'] })
    await program.query('update post set poll_expires_at = $2 where id = $1', [
      post._id,
      '2026-01-05T10:00:00+05:30',
    ])
    await report(program, 'post', post._id)
    await openQueue(page, 'posts')
    await expect(cards(page).getByRole('figure', { name: 'Poll' })).toContainText(
      'Ended 5 Jan 2026 | 10:00 AM',
    )
  })

  test('shows what a reported comment replies to, and its post on demand (MOD-08, LIM-05)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    const post = await makeMemberPost(program, { message: 'The post below which they quarrel.' })
    const author = await makeMember(program)
    const comment = await makeComment(program, {
      post: post._id,
      author: author.id,
      message: 'You <i>know</i> nothing\nof this',
    })
    const answer = await makeComment(program, {
      post: post._id,
      author: author.id,
      message: 'Neither do you',
      answers: comment,
    })
    await report(program, 'comment', answer, { hate: 1 })
    await report(program, 'comment', comment, { harassment: 2 })
    await openQueue(page, 'comments')
    const first = cardOf(page, 'You <i>know</i> nothing')
    await expect(first).toContainText('Comment on a post')
    await expect(first.getByRole('blockquote')).toHaveText(
      `Post by ${post.author.name}The post below which they quarrel.`,
    )
    await expect(first).toContainText(author.name)
    await expect(first.getByRole('time')).toHaveText(/^\d{1,2} \w{3} \d{4} \| \d\d:\d\d [AP]M$/)
    await expect(first.getByRole('listitem')).toHaveText(['2 reports', '2 Harassment'])
    await expect(cardOf(page, 'Neither do you')).toContainText('Reply to a comment')
    await expectAccessibleInBothSchemes(page)

    await first.getByRole('button', { name: 'Show post' }).click()
    const dialog = page.getByRole('dialog', { name: 'Post' })
    await expect(dialog).toContainText('The post below which they quarrel.')
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(post.author.name)
    await expect(page).toHaveURL(`/moderation/comments?post=${post._id}`)
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/moderation/comments')

    // By keyboard, with a post that was deleted in the meantime.
    await cards(page).first().focus()
    await program.query('delete from post where id = $1', [post._id])
    expectedConsole.push(refusedCall(404))
    await page.reload()
    await expect(page.getByText('No reaction reports found')).toBeVisible()
    await page.goto(`/moderation/comments?post=${post._id}`)
    await expect(page.getByRole('dialog')).toContainText('This post no longer exists.')
  })

  test('shows a reported user with name, phone, e-mail, description and OPC (MOD-09)', async ({
    signedIn: page,
    program,
  }) => {
    const user = await makeMember(program, {
      is_opc: true,
      description: 'Sells <courses>.\nhttps://example.com',
    })
    const other = await makeMember(program, { phone: '' })
    await report(program, 'user', other.id, { other: 1 })
    await report(program, 'user', user.id, { spam: 1, harassment: 4 })
    await openQueue(page, 'users')
    const card = cardOf(page, user.name)
    await expect(card).toContainText('OPC')
    await expect(card).toContainText('+91 98450 12763')
    await expect(card).toContainText(user.email)
    await expect(card).toContainText('Sells <courses>.')
    await expect(card.getByRole('listitem')).toHaveText(['5 reports', '4 Harassment', '1 Spam'])
    await expect(cardOf(page, other.name)).toContainText('No description.')
    await expect(cardOf(page, other.name)).not.toContainText('OPC')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await card.getByRole('button', { name: `Copy Phone of ${user.name}` }).click()
    await expect(toast(page, 'Phone copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('+919845012763')
    await card.getByRole('button', { name: `Copy Email of ${user.name}` }).click()
    await expect(toast(page, 'Email copied')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
})

test.describe('the list', () => {
  test('requests all eight types when none is ticked; ticks filter, stay in the address and restart paging (MOD-02, OQ-067, OQ-068)', async ({
    signedIn: page,
    program,
  }) => {
    await makeReportedPosts(program, 6, 'spam')
    const hated = await makeMemberPost(program, { message: 'A hateful text' })
    await report(program, 'post', hated._id, { hate: 2, spam: 1 })
    const calls = listCalls(page)
    await openQueue(page, 'posts')
    expect(calls[0]?.get('report_types')?.split(',')).toEqual([...reportTypes])
    const types = page.getByRole('group', { name: 'Report types' })
    await expect(types.getByRole('checkbox')).toHaveCount(8)
    for (const label of [
      'Offensive',
      'Spam',
      'Misleading',
      'Hate',
      'Illegal',
      'Sensitive',
      'Other',
      'Harassment',
    ]) {
      await expect(types.getByRole('checkbox', { name: label, exact: true })).not.toBeChecked()
    }
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(cards(page)).toHaveCount(7)
    // The head and the types have the counts of the whole queue (OQ-217).
    await expect(page.getByText('7 waiting', { exact: true })).toBeVisible()
    for (const [label, count] of [
      ['Spam', '7'],
      ['Hate', '1'],
      ['Other', '0'],
    ] as const) {
      await expect(types.getByRole('checkbox', { name: label })).toHaveAccessibleDescription(count)
    }

    await types.getByRole('checkbox', { name: 'Hate' }).click()
    await expect(cards(page)).toHaveCount(1)
    await expect(types.getByRole('checkbox', { name: 'Hate' })).toBeFocused()
    // All its counts show, because Ignore dismisses them all.
    await expect(cards(page).getByRole('listitem')).toHaveText(['3 reports', '2 Hate', '1 Spam'])
    expect(calls.at(-1)?.get('report_types')).toBe('hate')
    expect(calls.at(-1)?.get('feed_offset')).toBe('0')
    expect(calls.at(-1)?.get('feed_limit')).toBe('5')
    await expect(page).toHaveURL('/moderation/posts?types=hate')
    await expect(page.getByText('7 waiting', { exact: true })).toBeVisible()

    await types.getByRole('checkbox', { name: 'Spam' }).click()
    await expect(cards(page)).toHaveCount(5)
    expect(calls.at(-1)?.get('report_types')).toBe('spam,hate')
    await page.reload()
    await expect(types.getByRole('checkbox', { name: 'Spam' })).toBeChecked()
    await expect(types.getByRole('checkbox', { name: 'Hate' })).toBeChecked()
    await expect(cards(page)).toHaveCount(5)

    await types.getByRole('button', { name: 'Clear' }).click()
    await expect(page).toHaveURL('/moderation/posts')
    await types.getByRole('checkbox', { name: 'Illegal' }).click()
    await expect(page.getByText('Nothing is reported as Illegal.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(cards(page)).toHaveCount(5)
    await expect(cards(page).first()).toBeFocused()
  })

  test('loads five at a time; Load More adds five and hides when fewer than five come (MOD-03)', async ({
    signedIn: page,
    program,
  }) => {
    await makeReportedPosts(program, 12)
    const calls = listCalls(page)
    await openQueue(page, 'posts')
    await expect(cards(page)).toHaveCount(5)
    await expect(cards(page).first()).toContainText('Reported text 12')
    const more = page.getByRole('button', { name: 'Load More' })
    await more.click()
    await expect(cards(page)).toHaveCount(10)
    await expect(cards(page).nth(5)).toBeFocused()
    expect([calls.at(-1)?.get('feed_limit'), calls.at(-1)?.get('feed_offset')]).toEqual(['5', '5'])
    await expect(more).toBeVisible()
    await more.click()
    await expect(cards(page)).toHaveCount(12)
    await expect(more).toHaveCount(0)
    expect(calls.at(-1)?.get('feed_offset')).toBe('10')
  })

  test('loads more after a failed Load More (MOD-22, OQ-110)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    await makeReportedPosts(program, 7)
    await openQueue(page, 'posts')
    await page.route('**/admin/activities*', (route) => route.abort())
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.getByText(/^More could not be loaded\./)).toBeVisible()
    await expect(cards(page)).toHaveCount(5)
    await page.unroute('**/admin/activities*')
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(cards(page)).toHaveCount(7)
  })

  test('puts a new report first without moving the view (OQ-111)', async ({ signedIn: page, program }) => {
    // Low enough that the page of five scrolls.
    await page.setViewportSize({ width: 1440, height: 560 })
    await makeReportedPosts(program, 5)
    await openQueue(page, 'posts')
    await page.keyboard.press('j')
    const current = cardOf(page, 'Reported text 4')
    await expect(current).toBeFocused()
    const before = await current.boundingBox()
    const fresh = await makeMemberPost(program, { message: 'A fresh report' })
    await report(program, 'post', fresh._id)
    // Ignoring the next card refreshes the list.
    await cardOf(page, 'Reported text 3')
      .getByRole('button', { name: /^Ignore/ })
      .click()
    await expect(cards(page).first()).toContainText('A fresh report')
    await expect(cardOf(page, 'Reported text 2')).toBeFocused()
    await current.focus()
    expect((await current.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  })
})

test.describe('what moderators do', () => {
  test('ignores without asking, and shows an item again that is reported again (MOD-04, MOD-05, MOD-19)', async ({
    signedIn: page,
    program,
  }) => {
    const post = await makeMemberPost(program, { message: 'Ignored once' })
    const author = await makeMember(program)
    const comment = await makeComment(program, {
      post: post._id,
      author: author.id,
      message: 'Said in anger',
    })
    for (const [queue, kind, id, text] of [
      ['posts', 'post', post._id, 'Ignored once'],
      ['comments', 'comment', comment, 'Said in anger'],
      ['users', 'user', author.id, author.name],
    ] as const) {
      await report(program, kind, id, { spam: 2, hate: 1 })
      await openQueue(page, queue)
      await freeze(page, program)
      await cardOf(page, text)
        .getByRole('button', { name: /^Ignore/ })
        .click()
      // The card leaves before the server has responded.
      await expect(cardOf(page, text)).toHaveCount(0)
      await expect(toast(page, 'Processing...')).toBeVisible()
      program.thaw()
      await expect(toast(page, 'Report Ignored!')).toBeVisible()
      expect(await openReports(program, id)).toBe(0)
      await expect(page.getByRole('status').filter({ hasText: /^No .* reports found/ })).toBeVisible()

      await report(program, kind, id, { misleading: 1 })
      await page.reload()
      await expect(cardOf(page, text).getByRole('list', { name: 'Open reports' })).toHaveText(
        /1 report\s*1 Misleading/,
      )
      await clearReports(program)
    }
  })

  test('asks with a summary before Delete, keeps the item on No and deletes it for good on Yes (MOD-04, MOD-06, MOD-20, OQ-072)', async ({
    signedIn: page,
    program,
  }) => {
    const post = await makeMemberPost(program, {
      message: 'To be deleted',
      images: [await pictureBytes()],
    })
    const writer = await makeMember(program)
    const kept = await makeMemberPost(program, { message: 'A post that stays' })
    const comment = await makeComment(program, {
      post: kept._id,
      author: writer.id,
      message: 'A bad comment',
    })
    const answer = await makeComment(program, {
      post: kept._id,
      author: post.author.id,
      message: 'An answer',
      answers: comment,
    })
    await makeComment(program, { post: post._id, author: writer.id, message: 'Below the post' })
    await makeComment(program, { post: post._id, author: writer.id, message: 'Below it too' })
    const user = await makeMember(program)
    const theirs = await makeMemberPost(program, { message: 'By the user' }, user)

    for (const [queue, kind, id, text, title, effect] of [
      [
        'posts',
        'post',
        post._id,
        'To be deleted',
        `Delete the post by ${post.author.name} with its 2 comments?`,
        /This deletes the post/,
      ],
      [
        'comments',
        'comment',
        comment,
        'A bad comment',
        `Delete the comment by ${writer.name}?`,
        /This deletes the comment and its replies. The post stays/,
      ],
      [
        'users',
        'user',
        user.id,
        user.name,
        `Delete ${user.name}?`,
        /This deletes the profile.*Orders and bookings stay/,
      ],
    ] as const) {
      await report(program, kind, id, { illegal: 1 })
      await openQueue(page, queue)
      const remove = cardOf(page, text).getByRole('button', { name: /^Delete/ })
      await remove.click()
      const question = page.getByRole('alertdialog', { name: title })
      await expect(question).toContainText(effect)
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expectAccessibleInBothSchemes(page)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toHaveCount(0)
      await expect(remove).toBeFocused()
      expect(await openReports(program, id)).toBe(1)

      await remove.click()
      await freeze(page, program)
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(cardOf(page, text)).toHaveCount(0)
      await expect(toast(page, 'Processing...')).toBeVisible()
      program.thaw()
      await expect(toast(page, 'Report Deleted!')).toBeVisible()
      await expect(page.getByText(/^No .* reports found$/)).toBeVisible()
    }
    expect(await isStored(program, 'post', post._id)).toBe(false)
    expect(await isStored(program, 'comment', comment)).toBe(false)
    expect(await isStored(program, 'comment', answer)).toBe(false)
    expect(await isStored(program, 'post', kept._id)).toBe(true)
    expect(await isStored(program, 'app_user', user.id)).toBe(false)
    expect(await isStored(program, 'post', theirs._id)).toBe(false)
  })

  test('has four posts with pictures in sight at 1440 by 900, and a toast that covers nothing (MOD-04, OQ-218)', async ({
    signedIn: page,
    program,
  }) => {
    const pictures = await Promise.all(Array.from({ length: 6 }, () => pictureBytes()))
    for (let made = 0; made < 5; made += 1) {
      const post = await makeMemberPost(program, {
        message:
          'Double your savings in ninety days, no risk at all. Write to me for the link before it closes on Friday evening.',
        images: pictures,
        tags: ['Tax'],
      })
      await report(program, 'post', post._id, { misleading: 14, spam: 8, illegal: 3, hate: 2, other: 1 })
    }
    await openQueue(page, 'posts')
    const fourth = cards(page).nth(3)
    await expect(fourth.getByRole('list', { name: 'Pictures' }).getByRole('button')).toHaveCount(4)
    await expect(fourth).toContainText('+2')
    await expect(fourth).toBeInViewport({ ratio: 1 })

    await page.keyboard.press('i')
    const ignored = toast(page, 'Report Ignored!')
    await expect(ignored).toBeVisible()
    await expect.poll(async () => (await ignored.boundingBox())?.y).toBeCloseTo(64, 0)
    const over = await ignored.boundingBox()
    const covered = await page.locator('main :is(article, button, label, h2)').evaluateAll(
      (elements, toastBox) =>
        elements
          .filter((element) => {
            const box = element.getBoundingClientRect()
            const isBeside = box.right <= toastBox.x || box.left >= toastBox.x + toastBox.width
            const isApart = box.bottom <= toastBox.y || box.top >= toastBox.y + toastBox.height
            return box.width > 0 && !isBeside && !isApart
          })
          .map((element) => element.textContent),
      over ?? { x: 0, y: 0, width: 0, height: 0 },
    )
    expect(covered).toEqual([])
    await cards(page)
      .first()
      .getByRole('button', { name: /^Ignore/ })
      .click()
    await expect(toast(page, '2 ignored')).toBeVisible()
  })

  test('clears ten reports by keyboard alone without jumps (MOD-04)', async ({ signedIn: page, program }) => {
    const posts = await makeReportedPosts(program, 12)
    await openQueue(page, 'posts')
    // A hint beside the list shows the keys.
    const keys = page.getByRole('region', { name: 'Keyboard' })
    await expect(keys).toContainText('Next, previous')
    await page.keyboard.press('j')
    await expect(cards(page).nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(cards(page).nth(2)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('K')
    await expect(cards(page).nth(0)).toBeFocused()
    await page.keyboard.press('k')
    await expect(cards(page).nth(0)).toBeFocused()

    const top = (await cards(page).first().boundingBox())?.y
    for (let done = 0; done < 10; done += 1) {
      const current = `Reported text ${12 - done}`
      const next = cardOf(page, `Reported text ${11 - done}`)
      await expect(cards(page).first()).toContainText(current)
      await expect(cards(page).first()).toBeFocused()
      if (done % 2 === 0) {
        await page.keyboard.press('i')
      } else {
        await page.keyboard.press('d')
        const question = page.getByRole('alertdialog')
        await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
        // Neither a second D nor other keys confirm the question.
        await page.keyboard.press('d')
        await page.keyboard.press('i')
        await expect(question).toBeVisible()
        await page.keyboard.press('y')
        await expect(question).toHaveCount(0)
      }
      await expect(next).toBeFocused()
      expect((await next.boundingBox())?.y).toBe(top)
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
    }
    // The list has refilled and skipped nothing.
    await expect(cards(page)).toHaveCount(2)
    await expect(page.getByText('2 waiting', { exact: true })).toBeVisible()
    // One toast has counted all of them (OQ-218).
    await expect(toast(page, '5 ignored, 5 deleted')).toBeVisible()
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)
    for (const [place, post] of posts.entries()) {
      expect(await openReports(program, post._id)).toBe(place < 2 ? 1 : 0)
      expect(await isStored(program, 'post', post._id)).toBe(place < 2 || place % 2 === 1)
    }
    await page.keyboard.press('i')
    await page.keyboard.press('i')
    await expect(page.getByText('No post reports found')).toBeVisible()
  })

  test('handles keys only on a card, not with a modifier or in the panel, and J at the end loads more (MOD-04)', async ({
    signedIn: page,
    program,
  }) => {
    const posts = await makeReportedPosts(program, 6)
    await openQueue(page, 'posts')
    for (const key of ['Control+i', 'Alt+i', 'Shift+I', 'Control+d']) await page.keyboard.press(key)
    await page.getByRole('checkbox', { name: 'Spam' }).focus()
    await page.keyboard.press('i')
    await page.keyboard.press('d')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(cards(page)).toHaveCount(5)

    await cards(page).last().focus()
    await page.keyboard.press('j')
    await expect(cards(page)).toHaveCount(6)
    await expect(cards(page).nth(5)).toBeFocused()
    await expect(cards(page).nth(5)).toBeInViewport({ ratio: 1 })
    // The last card is removed: the focus moves to the new last one.
    await page.keyboard.press('i')
    await expect(cards(page)).toHaveCount(5)
    await expect(cards(page).nth(4)).toBeFocused()
    for (const [place, post] of posts.entries()) {
      await expect.poll(() => openReports(program, post._id)).toBe(place === 0 ? 0 : 1)
    }
  })

  test('shows what was reported when the public product has edited or deleted it, and offers no Delete of what is gone (OQ-775)', async ({
    signedIn: page,
    program,
  }) => {
    const send = async (kind: string, ...records: object[]) => {
      const answer = await program.call<{ refused: number }>('POST', `/intake/${kind}`, { records })
      expect([answer.status, answer.body.data.refused]).toEqual([200, 0])
    }
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
    const id = crypto.randomUUID()
    await send('users', { external_id: id, first_name: 'Asha', last_name: 'Rao', changed_at: at(60) })
    const texts = { deleted: 'Double your money by Friday', edited: 'Send me your PIN' }
    for (const [name, message] of Object.entries(texts)) {
      const record = { external_id: `${name}-${id}`, user_external_id: id }
      await send('posts', { ...record, message, changed_at: at(50) })
      await send('reports', {
        external_id: `report-${name}-${id}`,
        entity_type: 'post',
        entity_external_id: record.external_id,
        reason: 'spam',
        changed_at: at(40),
      })
    }
    const record = { user_external_id: id, changed_at: at(30) }
    await send('posts', { ...record, external_id: `deleted-${id}`, deleted: true })
    await send('posts', { ...record, external_id: `edited-${id}`, message: 'Good morning' })

    await openQueue(page, 'posts')
    const edited = cardOf(page, texts.edited)
    await expect(edited).toContainText('Edited in the public product')
    await expect(edited).toContainText('Good morning')
    await expect(edited.getByRole('button', { name: /^Delete/ })).toBeVisible()
    const deleted = cardOf(page, texts.deleted)
    await expect(deleted).toContainText('Deleted in the public product')
    await expect(deleted.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await deleted.focus()
    await page.keyboard.press('d')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.keyboard.press('i')
    await expect(toast(page, 'Report Ignored!')).toBeVisible()
    await expect(deleted).toHaveCount(0)
    await expect(edited).toBeVisible()
  })

  test('lets one of two moderators succeed at one item and tells the other calmly (OQ-121)', async ({
    signedIn: page,
    program,
    browser,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409), refusedCall(404))
    await makeReportedPosts(program, 6)
    const context = await browser.newContext({ baseURL: program.url })
    const other = await context.newPage()
    await signIn(other, await program.token('arjun.rao@greenroom.example'))
    await openQueue(page, 'posts')
    await openQueue(other, 'posts')

    // Ignored by the other moderator, then deleted here.
    await other.keyboard.press('i')
    await expect(toast(other, 'Report Ignored!')).toBeVisible()
    await page.keyboard.press('d')
    await page.keyboard.press('y')
    await expect(toast(page, 'Already handled by someone else.').getByRole('status')).toBeVisible()
    await expect(cardOf(page, 'Reported text 6')).toHaveCount(0)
    await expect(cardOf(page, 'Reported text 5')).toBeFocused()

    // Deleted by the other moderator, then ignored here.
    await other.keyboard.press('d')
    await other.keyboard.press('y')
    await expect(toast(other, '1 ignored, 1 deleted')).toBeVisible()
    await page.keyboard.press('i')
    await expect(toast(page, '2 already handled')).toBeVisible()
    await expect(cardOf(page, 'Reported text 5')).toHaveCount(0)
    await expect(cards(page)).toHaveCount(4)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await context.close()
  })

  test("reports a failure with the queue's own message and returns the card to its place (MOD-19, MOD-20, MOD-21, OQ-069)", async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(500))
    const posts = await makeReportedPosts(program, 3)
    const users = []
    const comments = []
    for (let made = 0; made < 3; made += 1) {
      const author = await makeMember(program)
      users.push(author.id)
      await report(program, 'user', author.id)
      const comment = await makeComment(program, {
        post: posts[0]?._id ?? '',
        author: author.id,
        message: 'Mean',
      })
      comments.push(comment)
      await report(program, 'comment', comment)
    }
    for (const [queue, table, id, ignoreWords, removeWords] of [
      ['posts', 'post', posts[1]?._id, 'Could not ignore report.', 'Could not delete report.'],
      ['comments', 'comment', comments[1], 'Failed to ignore the report', 'Failed to delete the comment'],
      ['users', 'app_user', users[1], 'Failed to ignore the user', 'Failed to delete the user'],
    ] as const) {
      await openQueue(page, queue)
      const card = cards(page).nth(1)
      await expect(card).toHaveAttribute('data-report', id ?? '')
      for (const [button, refused, words] of [
        [/^Ignore/, 'report', ignoreWords],
        [/^Delete/, table, removeWords],
      ] as const) {
        const allow = await refuseChange(
          program,
          refused,
          refused === 'report' ? `old.entity_id = '${id}'` : `old.id = '${id}'`,
        )
        await card.getByRole('button', { name: button }).click()
        if (refused !== 'report')
          await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
        await expect(toast(page, words).getByRole('alert')).toBeVisible()
        await expect(card).toHaveAttribute('data-report', id ?? '')
        await expect(cards(page)).toHaveCount(3)
        await allow()
      }
      // The focus stayed on the next card.
      await expect(cards(page).nth(2)).toBeFocused()
    }
  })

  test('reports a missing response, and the list shows the outcome (MOD-19, MOD-20)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    const [, post] = await makeReportedPosts(program, 2)
    await openQueue(page, 'posts')
    // The server acts, but its response is lost.
    await page.route('**/admin/report/ignore', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.keyboard.press('i')
    await expect(toast(page, 'Could not ignore report.')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    expect(await openReports(program, post?._id ?? '')).toBe(0)
  })

  test('handles several actions at once: a failed one returns, the others are done (OQ-019)', async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(500))
    const posts = await makeReportedPosts(program, 9)
    const failing = posts[7]
    await openQueue(page, 'posts')
    const allow = await refuseChange(program, 'report', `old.entity_id = '${failing?._id}'`)
    await freeze(page, program)
    for (let pressed = 0; pressed < 4; pressed += 1) await page.keyboard.press('i')
    await expect(cards(page)).toHaveCount(1)
    await expect(cardOf(page, 'Reported text 5')).toBeFocused()
    program.thaw()
    await expect(toast(page, 'Could not ignore report.')).toBeVisible()
    await expect(toast(page, '3 ignored')).toBeVisible()
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(2)
    await expect(cards(page)).toHaveCount(5)
    await expect(cards(page)).toContainText([8, 5, 4, 3, 2].map((place) => `Reported text ${place}`))
    await expect(cardOf(page, 'Reported text 5')).toBeFocused()
    await allow()
    for (const [place, post] of posts.entries()) {
      expect(await openReports(program, post._id)).toBe([8, 6, 5].includes(place) ? 0 : 1)
    }
  })

  test("refuses to delete the author of the provider's posts, and the toast says why (OQ-122, MOD-21)", async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(refusedCall(409))
    // The first post creates the author.
    const firstPost = new FormData()
    firstPost.set('message', 'A first word')
    await program.call('POST', '/admin/activity', firstPost)
    const { body } = await program.call<{ admin_post_user_id: string }>('GET', '/admin/session')
    await report(program, 'user', body.data.admin_post_user_id)
    await openQueue(page, 'users')
    await page.keyboard.press('d')
    await page.keyboard.press('y')
    await expect(
      toast(page, "Failed to delete the user. This user writes the provider's posts and can't be deleted."),
    ).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('fits the queues on a phone, with the types in a row above and both buttons tappable (MOD-01, MOD-02)', async ({
    signedIn: page,
    program,
  }) => {
    const author = await makeMember(program, { description: 'A'.repeat(200) })
    const post = await makeMemberPost(
      program,
      { message: `${'long'.repeat(60)} https://example.com/${'a'.repeat(150)}`, poll: ['One', 'Two'] },
      author,
    )
    const comment = await makeComment(program, {
      post: post._id,
      author: author.id,
      message: 'word '.repeat(80),
    })
    for (const [queue, kind, id] of [
      ['posts', 'post', post._id],
      ['comments', 'comment', comment],
      ['users', 'user', author.id],
    ] as const) {
      await report(program, kind, id, Object.fromEntries(reportTypes.map((type) => [type, 1])))
      await page.goto(`/moderation/${queue}`)
      await expect(cards(page)).toHaveCount(1)
      await expect(page.getByRole('region', { name: 'Keyboard' })).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothSchemes(page)
      await page.getByRole('checkbox', { name: 'Spam' }).tap()
      await expect(page).toHaveURL(`/moderation/${queue}?types=spam`)
      await cards(page)
        .getByRole('button', { name: /^Delete/ })
        .tap()
      // The dialog gets its name just after it appears.
      await expect(page.getByRole('alertdialog', { name: /./ })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).tap()
      await cards(page)
        .getByRole('button', { name: /^Ignore/ })
        .tap()
      await expect(toast(page, 'Report Ignored!').first()).toBeVisible()
      await expect(cards(page)).toHaveCount(0)
    }
  })
})
