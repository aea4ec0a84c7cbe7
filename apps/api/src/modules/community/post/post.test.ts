import { connect } from 'node:net'
import { postFileRules, postMessages, postTags } from '@greenroom/contract/community/post/post.schema'
import { storableMediaTypes } from '@greenroom/contract/file-type'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../../settings.ts'
import { createTestApp, type TestApp, testNow } from '../../../test-app.ts'
import { sampleFiles } from '../../../test-files.ts'
import {
  makeComment,
  makeMemberPost,
  makePost,
  makeReport,
  makeUser,
  pdf,
  picture,
  video,
  zip,
} from '../../../test-records.ts'

const authorId = '01931f6e-0000-7000-8000-000000000001'
const unknownId = '01931f6e-0000-7000-8000-00000000dead'
const inAWeek = '2026-11-28T06:30:00.000Z'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.clock.set(testNow)
  token = undefined
})

let token: string | undefined
/** Advances the clock and renews the credential. */
async function setTime(moment: string) {
  app.clock.set(moment)
  token = await app.tokenFor('meera.nair@greenroom.example')
}

type Form = Record<string, string | Blob | Blob[]>
const create = (form: Form) => app.call('POST', '/admin/activity', { form })
const update = (id: string, form: Form, headers: Record<string, string> = {}) =>
  app.call('POST', `/admin/activity/${id}/update`, { form, headers, ...(token ? { token } : {}) })
const remove = (id: string) => app.call('POST', `/admin/activity/${id}/remove`)
const pin = (id: string, json?: unknown) =>
  app.call('POST', `/admin/activity/${id}/pin`, json === undefined ? {} : { json })
const get = async (id: string) => (await app.call('GET', `/admin/activity/${id}`)).body.data.post
const poll = (...options: string[]) => JSON.stringify({ options })
const fileExists = async (url: string) => (await app.call('GET', url, { token: null })).status === 200
const countPosts = async () =>
  (
    await app.database.kysely
      .selectFrom('post')
      .select((query) => query.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
const auditOf = (id: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'entity_label', 'before', 'after', 'actor_email'])
    .where('entity_id', '=', id)
    .orderBy('at')
    .execute()

describe('writing a post', () => {
  it('requires a credential (AUTH-09)', async () => {
    for (const [method, path] of [
      ['POST', '/admin/activity'],
      ['POST', `/admin/activity/${unknownId}/update`],
      ['POST', `/admin/activity/${unknownId}/remove`],
      ['POST', `/admin/activity/${unknownId}/pin`],
      ['GET', '/admin/activities'],
      ['GET', `/admin/${authorId}/activity`],
      ['GET', `/admin/activity/${unknownId}`],
    ] as const) {
      expect((await app.call(method, path, { token: null })).status, path).toBe(401)
    }
  })

  const refusals: [string, Form, string, string][] = [
    ['an empty form (POST-21)', {}, 'message', postMessages.empty],
    ['a blank message (POST-21)', { message: ' \n\t ' }, 'message', postMessages.empty],
    ['an unknown tag (POST-04)', { message: 'x', tags: '["Lotteries"]' }, 'tags.0', postMessages.tag],
    ['a tag twice (POST-04)', { message: 'x', tags: '["Tax","Tax"]' }, 'tags', postMessages.tagTwice],
    ['tags that are not JSON (POST-21)', { message: 'x', tags: 'Tax' }, 'tags', postMessages.tag],
    ['a poll that is a list (POST-21)', { message: 'x', poll: '["Yes","No"]' }, 'poll', postMessages.poll],
    ['a poll that is a text (POST-21)', { message: 'x', poll: '"Yes"' }, 'poll', postMessages.poll],
    ['a poll that is not JSON (POST-21)', { message: 'x', poll: 'Yes, No' }, 'poll', postMessages.poll],
    [
      'a poll whose options are not a list (POST-21)',
      { message: 'x', poll: '{"options":{"0":"Yes"}}' },
      'poll.options',
      postMessages.poll,
    ],
    [
      'a poll with an option that is not a text (POST-21)',
      { message: 'x', poll: '{"options":["Yes",{"option":"No"}]}' },
      'poll.options.1',
      postMessages.optionBlank,
    ],
    ['a pin that is not a boolean (POST-21)', { message: 'x', is_pinned: 'yes' }, 'is_pinned', ''],
    [
      'one option (POST-02)',
      { poll: poll('Yes'), expires_at: inAWeek },
      'poll.options',
      postMessages.tooFewOptions,
    ],
    [
      'eleven options (POST-02)',
      { poll: poll(...'abcdefghijk'), expires_at: inAWeek },
      'poll.options',
      postMessages.tooManyOptions,
    ],
    [
      'a blank option (POST-02)',
      { poll: poll('Yes', ' '), expires_at: inAWeek },
      'poll.options.1',
      postMessages.optionBlank,
    ],
    [
      'an option twice (POST-02)',
      { poll: poll('Yes', 'Yes '), expires_at: inAWeek },
      'poll.options',
      postMessages.optionTwice,
    ],
    [
      'an option of 101 characters (POST-02)',
      { poll: poll('Yes', 'n'.repeat(101)), expires_at: inAWeek },
      'poll.options.1',
      postMessages.optionTooLong,
    ],
    [
      'a poll without an end (POST-19)',
      { poll: poll('Yes', 'No') },
      'expires_at',
      postMessages.expiryRequired,
    ],
    [
      'a poll that ends now (POST-19)',
      { poll: poll('Yes', 'No'), expires_at: testNow },
      'expires_at',
      postMessages.expiryPast,
    ],
    [
      'an end without an offset (POST-19)',
      { poll: poll('Yes', 'No'), expires_at: '2026-12-01T10:00:00' },
      'expires_at',
      '',
    ],
    [
      'removing an attachment from a new post (POST-21)',
      { message: 'x', remove_attachment: '["/files/x.png"]' },
      'remove_attachment.0',
      postMessages.attachmentUnknown,
    ],
    ['a message that is too long (POST-21)', { message: 'm'.repeat(20_001) }, 'message', ''],
    ['a character that cannot be stored (POST-21)', { message: 'a\u0000b' }, 'message', ''],
  ]
  it.each(refusals)('%s is refused', async (_title, form, field, message) => {
    const before = await countPosts()
    const answer = await create(form)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].path).toBe(field)
    if (message) expect(answer.body.errors[0].message).toBe(message)
    expect(await countPosts()).toBe(before)
  })

  it('creates the author of the settings with the first post (POST-15, OQ-080)', async () => {
    await sql`truncate app_user cascade`.execute(app.database.kysely)
    await Promise.all([makePost(app), makePost(app)])
    const users = await app.database.kysely.selectFrom('app_user').select(['id', 'first_name']).execute()
    expect(users).toEqual([{ id: authorId, first_name: 'Greenroom' }])
    expect((await app.call('GET', '/admin/session')).body.data.admin_post_user_id).toBe(authorId)
    expect(() => readSettings({ ADMIN_POST_USER_ID: 'team' })).toThrow(
      /ADMIN_POST_USER_ID: it must be the id/,
    )
  })

  it('returns the stored post (POST-21, POST-01, POST-02, POST-03)', async () => {
    const answer = await create({
      message: 'Line one\n\n  <b>Line two</b> & "three" https://www.example.com/a?b=1&c=2\n🎓',
      tags: JSON.stringify(['Tax', 'Loans']),
      is_pinned: 'true',
      poll: poll('Yes', 'No', '<i>Maybe</i>'),
      expires_at: '2026-11-28T12:00:00+05:30',
      allow_multiple: 'true',
      images: [await picture('png'), await picture('jpeg')],
      video: await video(),
      file: await pdf(),
    })
    expect(answer.status).toBe(201)
    expect(answer.body.message).toBe('Post created successfully')
    const author = {
      id: authorId,
      _id: authorId,
      first_name: 'Greenroom',
      last_name: 'Team',
      profile_picture: null,
      username: '',
      designation: '',
      memberships: { is_opc: false },
    }
    const post = {
      id: expect.any(String),
      _id: answer.body.data.id,
      message: 'Line one\n\n  <b>Line two</b> & "three" https://www.example.com/a?b=1&c=2\n🎓',
      attachments: {
        images: [expect.stringMatching(/^\/files\/\w+\.png$/), expect.stringMatching(/^\/files\/\w+\.jpg$/)],
        video: expect.stringMatching(/\.webm$/),
        audio: null,
        file: expect.stringMatching(/\.pdf$/),
      },
      like_count: 0,
      comment_count: 0,
      poll: {
        options: [
          { option: 'Yes', votes: 0 },
          { option: 'No', votes: 0 },
          { option: '<i>Maybe</i>', votes: 0 },
        ],
        expires_at: inAWeek,
        allow_multiple: true,
      },
      tags: ['Tax', 'Loans'],
      created_at: testNow,
      is_pinned: true,
      user: author,
      user_id: author,
      is_own: true,
      version: 1,
    }
    expect(answer.body.data).toEqual(post)
    expect(await get(answer.body.data.id)).toEqual(answer.body.data)
    expect(await auditOf(answer.body.data.id)).toMatchObject([
      {
        action: 'post.create',
        entity_label: expect.stringMatching(/^Line one <b>Line two<\/b>/),
        actor_email: 'meera.nair@greenroom.example',
        after: { tags: ['Tax', 'Loans'], is_pinned: true },
      },
    ])
    expect(await app.spooledFiles()).toEqual([])
  })

  it('accepts all 19 tags, and a message, a file or a poll alone (POST-04, POST-21)', async () => {
    expect(postTags).toHaveLength(19)
    expect((await makePost(app, { tags: JSON.stringify(postTags) })).tags).toEqual(postTags)
    expect(await makePost(app)).toMatchObject({ is_pinned: false, tags: [], poll: null })
    expect((await create({ images: await picture() })).body.data.message).toBe('')
    const ten = { poll: poll(...'abcdefghij'), expires_at: '2026-11-21T06:30:00.001Z' }
    expect((await create(ten)).body.data.poll).toMatchObject({ allow_multiple: false })
  })

  it('accepts every listed type by its bytes, and serves what browsers do not show as a download (POST-16, POST-17, OQ-081)', async () => {
    const samples = await sampleFiles()
    expect(Object.keys(samples).sort()).toEqual([...storableMediaTypes].sort())
    for (const [type, blob] of Object.entries(samples)) {
      const part = (['images', 'video', 'file'] as const).find((one) =>
        postFileRules[one].mediaTypes.includes(type),
      )
      const answer = await create({ [part ?? 'none']: new File([blob], 'page.html', { type: 'text/html' }) })
      expect(answer.status, `${type} ${JSON.stringify(answer.body)}`).toBe(201)
      const { images, video: film, file } = answer.body.data.attachments
      const served = await app.call('GET', images[0] ?? film ?? file, { token: null })
      expect(served.headers.get('content-type')).toBe(type)
      expect([type, served.headers.get('content-disposition')]).toEqual([
        type,
        part !== 'file' || type === 'application/pdf' ? 'inline' : 'attachment',
      ])
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      if (type !== 'application/pdf') {
        expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      }
    }
  })

  it('rejects programs, pages and images with camera data in every part (POST-17, OQ-081)', async () => {
    const before = [await countPosts(), await app.storedFiles()]
    const refused: [string, Blob][] = [
      ['a page', new Blob(['<!doctype html><script>1</script>'])],
      ['a page with a byte order mark', new Blob(['\ufeff<html><script>1</script>'])],
      [
        'SVG',
        new Blob(['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>']),
      ],
      ['XML', new Blob(['<?xml version="1.0"?><x/>'])],
      ['Flash', new Blob(['FWS\x09\0\0\0\0'])],
      ['WebAssembly', new Blob([new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])])],
      ['a Windows program', new Blob(['MZ', new Uint8Array(200)])],
      ['a Linux program', new Blob([new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])])],
      ['an old Office file', new Blob([Buffer.from('d0cf11e0a1b11ae1', 'hex'), new Uint8Array(600)])],
      ['a Java program', zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' })],
      ['TIFF', new Blob([Buffer.from('49492a0008000000', 'hex'), new Uint8Array(40)])],
      ['sound', new Blob(['ID3\x04', new Uint8Array(40)])],
    ]
    for (const part of ['images', 'video', 'file'] as const) {
      for (const [what, blob] of refused) {
        const answer = await create({
          message: 'x',
          [part]: new File([blob], 'a.png', { type: 'image/png' }),
        })
        expect([what, answer.status]).toEqual([what, 415])
        expect(answer.body.errors).toEqual([{ path: part, message: postFileRules[part].wrongType }])
      }
    }
    expect([await countPosts(), await app.storedFiles()]).toEqual(before)
  })

  it('rejects SVG, HTML, text and types of another part, and keeps no file (POST-16, POST-17)', async () => {
    const before = [await countPosts(), await app.storedFiles()]
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
    const cases: [string, string | Blob, string][] = [
      ...(['images', 'video', 'file'] as const).flatMap((part) =>
        [svg, '<!doctype html><script>1</script>', 'plain text', '%!PS'].map(
          (text): [string, string, string] => [part, text, postFileRules[part].wrongType],
        ),
      ),
      ['images', await pdf(), postMessages.imageType],
      ['images', await video(), postMessages.imageType],
      ['video', await picture(), postMessages.videoType],
      ['file', await picture(), postMessages.fileType],
      ['file', zip({ 'a.txt': 'a' }).slice(0, 3), postMessages.fileType],
    ]
    for (const [part, bytes, message] of cases) {
      const answer = await create({ message: 'x', [part]: new Blob([bytes], { type: 'image/png' }) })
      expect(answer.status, part).toBe(415)
      expect(answer.body.errors).toEqual([{ path: part, message }])
    }
    expect([await countPosts(), await app.storedFiles()]).toEqual(before)
    expect(await app.spooledFiles()).toEqual([])
  })

  it('accepts a video 1 byte below 50 MB and rejects one of 50 MB (POST-16)', async () => {
    const limit = 50 * 1_048_576
    const taken = await create({ video: await video(limit - 1) })
    expect(taken.status).toBe(201)
    const stored = await app.storedFiles()
    for (const size of [limit, limit + 1]) {
      const answer = await create({ video: await video(size) })
      expect(answer.status).toBe(413)
      expect(answer.body.message).toBe('File size must be less than 50MB')
      expect(answer.body.errors[0].path).toBe('video')
    }
    expect(await app.storedFiles()).toEqual(stored)
    expect(await app.spooledFiles()).toEqual([])
    await remove(taken.body.data.id)
  })

  it('accepts ten images, and rejects eleven and two videos or files (POST-16)', async () => {
    const image = await picture()
    const ten = Array.from({ length: 10 }, () => image)
    expect((await create({ images: ten })).body.data.attachments.images).toHaveLength(10)
    const tooMany: Form[] = [
      { images: [...ten, image] },
      { video: [await video(), await video()] },
      { file: [await pdf(), await pdf()] },
    ]
    for (const form of tooMany) {
      expect((await create(form)).status).toBe(400)
    }
    expect(await app.spooledFiles()).toEqual([])
  })

  it('keeps nothing of an interrupted upload (POST-16)', async () => {
    const [posts, stored] = [await countPosts(), await app.storedFiles()]
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write(
      `POST /admin/activity HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: 30000000\r\n\r\n` +
        `--b\r\ncontent-disposition: form-data; name="message"\r\n\r\nCut off\r\n` +
        `--b\r\ncontent-disposition: form-data; name="video"; filename="a.webm"\r\n\r\n`,
    )
    socket.write(Buffer.from(await (await video(300_000)).arrayBuffer()))
    await expect.poll(() => app.spooledFiles()).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => app.spooledFiles()).toEqual([])
    expect([await countPosts(), await app.storedFiles()]).toEqual([posts, stored])
  })

  it('serves a video in ranges, and a PDF that our own pages may frame (POST-17)', async () => {
    const post = await makePost(app, { video: await video(), file: await pdf() })
    const bytes = Buffer.from(await (await video()).arrayBuffer())
    const part = await fetch(`${app.url}${post.attachments.video}`, { headers: { range: 'bytes=1000-1999' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${bytes.length}`)
    expect(part.headers.get('content-type')).toBe('video/webm')
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true)
    const shown = await fetch(`${app.url}${post.attachments.file}`)
    expect(shown.headers.get('content-disposition')).toBe('inline')
    expect(shown.headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
    expect(shown.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const page = await fetch(`${app.url}/healthz`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/media-src 'self' blob:;/)
    expect(policy).toMatch(/frame-src 'self' blob:/)
  })

  it('creates one post for two requests with the same key (POST-21)', async () => {
    const send = async () =>
      app.call('POST', '/admin/activity', {
        form: { message: 'Sent twice', images: await picture() },
        headers: { 'idempotency-key': 'post-1' },
      })
    const stored = await app.storedFiles()
    const [first, second] = await Promise.all([send(), send()])
    expect(first.body).toEqual(second.body)
    expect((await app.storedFiles()).length).toBe(stored.length + 1)
  })
})

describe('changing a post', () => {
  it('returns 404 for an unknown post (POST-22)', async () => {
    for (const id of ['nonsense', unknownId]) {
      expect((await update(id, { message: 'x' })).status).toBe(404)
      expect((await remove(id)).status).toBe(404)
      expect((await pin(id)).status).toBe(404)
    }
  })

  it('rejects editing or deleting a member’s post, but pins it (POST-22, POST-23, OQ-120)', async () => {
    const id = await makeMemberPost(app.database.kysely)
    const edited = await update(id, { message: 'Mine now' })
    expect([edited.status, edited.body.message]).toEqual([409, "Only the provider's own posts can be edited"])
    const deleted = await remove(id)
    expect([deleted.status, deleted.body.message]).toEqual([
      409,
      "Only the provider's own posts can be deleted",
    ])
    expect((await pin(id)).body.data).toEqual({ is_pinned: true, version: 2, changed: true })
    expect(await get(id)).toMatchObject({ message: 'Is this fund any good?', is_pinned: true })
  })

  it('changes the given fields and keeps the rest (POST-22)', async () => {
    const post = await makePost(app, {
      tags: '["Tax"]',
      images: await picture(),
      poll: poll('Yes', 'No'),
      expires_at: inAWeek,
    })
    const answer = await update(post.id, { message: 'Other  words', is_pinned: 'true' })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Post updated successfully')
    expect(answer.body.data).toEqual({ ...post, message: 'Other  words', is_pinned: true, version: 2 })
    expect((await update(post.id, { tags: '[]' })).body.data.tags).toEqual([])
    expect((await auditOf(post.id))[1]).toMatchObject({
      action: 'post.update',
      before: { message: post.message, is_pinned: false },
      after: { message: 'Other  words', is_pinned: true },
    })
  })

  it('keeps version and audit log if nothing changes (POST-22)', async () => {
    const post = await makePost(app, { tags: '["Tax"]', poll: poll('Yes', 'No'), expires_at: inAWeek })
    const same: Form[] = [
      {},
      { message: post.message, tags: '["Tax"]', poll: poll('Yes', 'No'), expires_at: inAWeek },
      { remove_attachment: '[]' },
    ]
    for (const form of same) {
      expect((await update(post.id, { allow_multiple: 'false', ...form })).body.data).toEqual(post)
    }
    expect(await auditOf(post.id)).toHaveLength(1)
  })

  it('adds and removes images; replaces the old video or file with a new one (POST-22, POST-08)', async () => {
    const post = await makePost(app, {
      images: [await picture('png'), await picture('jpeg')],
      video: await video(),
      file: await pdf(),
    })
    const [first, second] = post.attachments.images
    const answer = await update(post.id, {
      remove_attachment: JSON.stringify([`http://127.0.0.1:3999${first}`]),
      images: await picture('webp'),
      video: await video(70_000),
      file: zip({ 'a.txt': 'a' }),
    })
    const { attachments } = answer.body.data
    expect(attachments).toEqual({
      images: [second, expect.stringMatching(/\.webp$/)],
      video: expect.stringMatching(/\.webm$/),
      audio: null,
      file: expect.stringMatching(/\.zip$/),
    })
    for (const url of [second, attachments.images[1], attachments.video, attachments.file]) {
      expect(await fileExists(url)).toBe(true)
    }
    for (const url of [first, post.attachments.video, post.attachments.file]) {
      expect(await fileExists(url)).toBe(false)
    }
    const unused = await app.database.kysely.selectFrom('unused_file').select('key').execute()
    expect(unused.map(({ key }) => `/files/${key}`)).toEqual(
      expect.arrayContaining([first, post.attachments.video, post.attachments.file]),
    )
    const without = await update(post.id, {
      remove_attachment: JSON.stringify([attachments.video, attachments.file]),
    })
    expect(without.body.data.attachments).toMatchObject({ video: null, file: null })
  })

  it('removes only attachments of this post (POST-22)', async () => {
    const [post, other] = [
      await makePost(app, { images: await picture() }),
      await makePost(app, { images: await picture() }),
    ]
    for (const url of [other.attachments.images[0], '/files/../x', 'https://elsewhere.example/a.png']) {
      const answer = await update(post.id, {
        message: 'Changed',
        remove_attachment: JSON.stringify([post.attachments.images[0], url]),
      })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([
        { path: 'remove_attachment.1', message: postMessages.attachmentUnknown },
      ])
    }
    expect(await get(post.id)).toEqual(post)
    expect(await fileExists(other.attachments.images[0])).toBe(true)
  })

  it('rejects eleven images together and accepts ten after a removal (POST-22, OQ-081)', async () => {
    const image = await picture()
    const post = await makePost(app, { images: Array.from({ length: 9 }, () => image) })
    const tooMany = await update(post.id, { images: [image, image] })
    expect(tooMany.body.errors).toEqual([{ path: 'images', message: postMessages.tooManyImages }])
    const swapped = await update(post.id, {
      images: [image, image],
      remove_attachment: JSON.stringify([post.attachments.images[0]]),
    })
    expect(swapped.body.data.attachments.images).toHaveLength(10)
    expect(swapped.body.data.attachments.images.slice(0, 8)).toEqual(post.attachments.images.slice(1))
  })

  it('rejects removing the last content of a post (POST-22)', async () => {
    const post = (await create({ images: await picture() })).body.data
    const form = { remove_attachment: JSON.stringify(post.attachments.images) }
    const answer = await update(post.id, form)
    expect([answer.status, answer.body.message]).toEqual([400, postMessages.empty])
    expect((await update(post.id, { ...form, message: 'Words instead' })).status).toBe(200)
    const asked = (await create({ poll: poll('Yes', 'No'), expires_at: inAWeek })).body.data
    expect((await update(asked.id, { poll: 'null' })).status).toBe(400)
  })

  it('keeps the votes of unchanged options, also when they move; changed ones start at zero (POST-20, OQ-083)', async () => {
    const post = await makePost(app, { poll: poll('Yes', 'No', 'Perhaps'), expires_at: inAWeek })
    await app.database.kysely
      .updateTable('post_poll_option')
      .set({ votes: sql<number>`10 + position` })
      .where('post_id', '=', post.id)
      .execute()
    await setTime('2026-11-23T06:30:00.000Z')
    const answer = await update(post.id, { poll: poll('No', 'Yes', 'Maybe', 'Never') })
    expect(answer.body.data.poll).toEqual({
      options: [
        { option: 'No', votes: 11 },
        { option: 'Yes', votes: 10 },
        { option: 'Maybe', votes: 0 },
        { option: 'Never', votes: 0 },
      ],
      expires_at: inAWeek,
      allow_multiple: false,
    })
  })

  it('changes the end only if it is sent, and keeps an ended poll editable (POST-20, POST-19)', async () => {
    const post = await makePost(app, { poll: poll('Yes', 'No'), expires_at: inAWeek })
    await setTime('2026-12-24T06:30:00.000Z')
    const over = await update(post.id, { message: 'Thank you for voting', allow_multiple: 'true' })
    expect(over.body.data.poll).toMatchObject({ expires_at: inAWeek, allow_multiple: true })
    expect((await update(post.id, { poll: poll('Yes', 'Never'), expires_at: inAWeek })).status).toBe(200)
    const past = await update(post.id, { expires_at: '2026-12-24T06:29:59.999Z' })
    expect(past.body.errors).toEqual([{ path: 'expires_at', message: postMessages.expiryPast }])
    const open = await update(post.id, { expires_at: '2026-12-25T06:30:00.000Z' })
    expect(open.body.data.poll.expires_at).toBe('2026-12-25T06:30:00.000Z')
  })

  it('adds and removes a poll (POST-22)', async () => {
    const post = await makePost(app)
    const missing = await update(post.id, { poll: poll('Yes', 'No') })
    expect(missing.body.errors).toEqual([{ path: 'expires_at', message: postMessages.expiryRequired }])
    const asked = await update(post.id, { poll: poll('Yes', 'No'), expires_at: inAWeek })
    expect(asked.body.data.poll.options).toHaveLength(2)
    expect((await update(post.id, { poll: 'null' })).body.data.poll).toBeNull()
    expect((await update(post.id, { expires_at: inAWeek })).body.data).toMatchObject({
      poll: null,
      version: 3,
    })
  })

  it('rejects a stale edit with the current record (POST-22, OQ-109)', async () => {
    const post = await makePost(app)
    await pin(post.id)
    const stale = await update(post.id, { message: 'Mine', images: await picture() }, { 'if-match': '"1"' })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'STALE', data: { message: post.message, version: 2 } })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => update(post.id, { message: `Edit ${n}` }, { 'if-match': '"2"' })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await get(post.id)).version).toBe(3)
  })
})

describe('pinning and deleting a post', () => {
  it('toggles without a body, or sets the given target (POST-24, POST-28, OQ-029)', async () => {
    const { id } = await makePost(app)
    const answers = []
    for (const target of [
      undefined,
      undefined,
      { is_pinned: true },
      { is_pinned: true },
      { is_pinned: false },
    ]) {
      const { status, body } = await pin(id, target)
      answers.push([status, body.message, body.data.is_pinned])
    }
    expect(answers).toEqual([
      [200, 'PINNED_POST_SUCCESSFULLY', true],
      [200, 'UNPINNED_POST_SUCCESSFULLY', false],
      [200, 'PINNED_POST_SUCCESSFULLY', true],
      [200, 'PINNED_POST_SUCCESSFULLY', true],
      [200, 'UNPINNED_POST_SUCCESSFULLY', false],
    ])
    expect((await auditOf(id)).map((entry) => entry.action)).toEqual([
      'post.create',
      'post.pin',
      'post.unpin',
      'post.pin',
      'post.unpin',
    ])
    expect((await pin(id, { is_pinned: 'yes' })).status).toBe(400)
  })

  it('says when a colleague has pinned it already, so that there is nothing to undo (OQ-525)', async () => {
    const { _id } = await makePost(app)
    expect((await pin(_id, { is_pinned: true })).body.data).toEqual({
      is_pinned: true,
      version: 2,
      changed: true,
    })
    expect((await pin(_id, { is_pinned: true })).body.data).toEqual({
      is_pinned: true,
      version: 2,
      changed: false,
    })
  })

  it('is pinned after five concurrent toggles (POST-24)', async () => {
    const { id } = await makePost(app)
    await Promise.all(Array.from({ length: 5 }, () => pin(id)))
    expect(await get(id)).toMatchObject({ is_pinned: true, version: 6 })
  })

  it('deletes the post with its comments, reports and files, and audits it (POST-23)', async () => {
    const db = app.database.kysely
    const post = await makePost(app, {
      images: [await picture(), await picture()],
      video: await video(),
      poll: poll('Yes', 'No'),
      expires_at: inAWeek,
    })
    const comment = await makeComment(db, { post_id: post.id })
    await makeComment(db, { post_id: post.id, parent_comment_id: comment })
    await makeReport(db, 'post', post.id)
    await makeReport(db, 'comment', comment)
    expect((await get(post.id)).comment_count).toBe(2)
    const answer = await remove(post.id)
    expect([answer.status, answer.body.message, answer.body.data]).toEqual([
      200,
      'Post deleted successfully',
      { bin_id: expect.any(String) },
    ])
    expect((await app.call('GET', `/admin/activity/${post.id}`)).status).toBe(404)
    for (const url of [...post.attachments.images, post.attachments.video]) {
      expect(await fileExists(url)).toBe(false)
    }
    for (const table of ['comment', 'post_attachment', 'post_poll_option'] as const) {
      expect(await db.selectFrom(table).selectAll().where('post_id', '=', post.id).execute()).toEqual([])
    }
    const left = db.selectFrom('report').selectAll().where('entity_id', 'in', [post.id, comment])
    expect(await left.execute()).toEqual([])
    expect((await auditOf(post.id)).at(-1)).toMatchObject({
      action: 'post.remove',
      entity_label: 'Pay yourself first.',
      before: { message: 'Pay yourself first.', comment_count: 2 },
    })
    expect((await remove(post.id)).status).toBe(404)
  })

  it('accepts exactly one of two concurrent deletions (POST-23)', async () => {
    const { id } = await makePost(app, { images: await picture() })
    const answers = await Promise.all([remove(id), remove(id)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404])
    expect((await auditOf(id)).filter((entry) => entry.action === 'post.remove')).toHaveLength(1)
  })
})

describe('listing posts', () => {
  let member: string
  beforeAll(async () => {
    const db = app.database.kysely
    await sql`truncate app_user, post cascade`.execute(db)
    member = await makeUser(db, {
      first_name: 'Asha',
      username: 'asha',
      designation: 'Engineer',
      is_opc: true,
    })
    for (let n = 0; n < 61; n++) {
      app.clock.set(new Date(Date.parse(testNow) + n * 60_000))
      await makePost(app, { message: `Post ${n}`, is_pinned: String(n % 20 === 0) })
    }
    await makeMemberPost(db, { user_id: member, message: 'Of a member', created_at: '2026-11-20T10:00:00Z' })
  })

  const messages = async (path: string) => {
    const answer = await app.call('GET', path)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data.map((post: { message: string }) => post.message)
  }
  const named = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, n) => `Post ${from - n}`)

  it('returns pages of 25 of one author, the newest first (POST-25, POST-06, OQ-020)', async () => {
    const feed = `/admin/${authorId}/activity`
    expect(await messages(feed)).toEqual(named(60, 36))
    expect(await messages(`${feed}?feed_limit=25&feed_offset=25`)).toEqual(named(35, 11))
    expect(await messages(`${feed}?feed_offset=50`)).toEqual(named(10, 0))
    expect(await messages(`${feed}?feed_offset=61`)).toEqual([])
    expect(await messages(`${feed}?feed_offset=999999999`)).toEqual([])
    expect(await messages(`${feed}?feed_limit=999`)).toEqual(named(60, 0))
    expect(await messages(`/admin/${member}/activity`)).toEqual(['Of a member'])
    expect(await messages(`/admin/${unknownId}/activity`)).toEqual([])
    expect(await messages('/admin/nonsense/activity')).toEqual([])
  })

  it('returns the same page from either end (POST-25)', async () => {
    const all = named(60, 0)
    for (let offset = 0; offset <= 62; offset += 3) {
      for (const limit of [1, 7, 40]) {
        const page = await messages(`/admin/${authorId}/activity?feed_limit=${limit}&feed_offset=${offset}`)
        expect(page, `${offset} ${limit}`).toEqual(all.slice(offset, offset + limit))
      }
    }
  })

  it('updates everybody’s post count for any insert and deletion (POST-25)', async () => {
    const db = app.database.kysely
    const second = await makeUser(db)
    await sql`insert into post (id, user_id, message)
      select gen_random_uuid(), (array[${member}, ${second}]::uuid[])[1 + n % 2], 'x' from generate_series(1, 9) as n`.execute(
      db,
    )
    await sql`delete from post where message = 'x' and user_id = ${second}::uuid`.execute(db)
    const wrong = await sql`select id from app_user
      where post_count <> (select count(*) from post where user_id = app_user.id)`.execute(db)
    expect(wrong.rows).toEqual([])
    await sql`delete from post where message = 'x'`.execute(db)
  })

  it('lists all, pinned or unpinned posts with their authors (POST-27)', async () => {
    expect(await messages('/admin/activities')).toEqual(named(60, 36))
    expect(await messages('/admin/activities?feed_offset=60')).toEqual(['Post 0', 'Of a member'])
    expect(await messages('/admin/activities?is_pinned=true')).toEqual([
      'Post 60',
      'Post 40',
      'Post 20',
      'Post 0',
    ])
    expect(await messages('/admin/activities?is_pinned=true&feed_limit=2&feed_offset=2')).toEqual([
      'Post 20',
      'Post 0',
    ])
    expect(await messages('/admin/activities?is_pinned=false&feed_limit=2&feed_offset=57')).toEqual([
      'Of a member',
    ])
    const [post] = (await app.call('GET', '/admin/activities?feed_offset=61')).body.data
    expect(post.user_id).toMatchObject({
      _id: member,
      first_name: 'Asha',
      username: 'asha',
      designation: 'Engineer',
      memberships: { is_opc: true },
    })
    expect(post).not.toHaveProperty('reports')
  })

  it('lists reported posts with report types, the newest report first (MOD-12, MOD-07, POST-27)', async () => {
    const db = app.database.kysely
    const reported = await Promise.all(
      ['A', 'B', 'C'].map((message) => makeMemberPost(db, { message, is_visible: message !== 'B' })),
    )
    const [a = '', b = '', c = ''] = reported
    await makeReport(db, 'post', a, { reason: 'spam', created_at: '2026-11-20T10:00:00Z' })
    await makeReport(db, 'post', b, { reason: 'hate', created_at: '2026-11-20T12:00:00Z' })
    await makeReport(db, 'post', b, { reason: 'spam', created_at: '2026-11-20T09:00:00Z' })
    await makeReport(db, 'post', c, { reason: 'offensive', created_at: '2026-11-20T11:00:00Z' })
    const all = 'offensive,spam,misleading,hate,illegal,sensitive,other,harassment'
    expect(await messages(`/admin/activities?report_types=${all}`)).toEqual(['B', 'C', 'A'])
    expect(await messages('/admin/activities?report_types=,')).toEqual(['B', 'C', 'A'])
    expect(await messages('/admin/activities?report_types=spam&report_types=illegal')).toEqual(['B', 'A'])
    expect(await messages(`/admin/activities?report_types=${all}&feed_limit=1&feed_offset=1`)).toEqual(['C'])
    const [post] = (await app.call('GET', '/admin/activities?report_types=hate')).body.data
    expect(post).toMatchObject({ is_visible: false, reports: { hate: 1, spam: 1, offensive: 0 } })
    expect((await app.call('GET', '/admin/activities?report_types=rude')).status).toBe(400)
  })

  it('returns one post by its id, and 404 with a message for an unknown one (POST-26, POST-32)', async () => {
    const post = await makePost(app)
    expect((await app.call('GET', `/admin/activity/${post.id}`)).body.data).toEqual({ post })
    for (const id of ['nonsense', unknownId]) {
      const answer = await app.call('GET', `/admin/activity/${id}`)
      expect([answer.status, answer.body.message]).toEqual([404, 'This post does not exist'])
    }
  })

  it.each(['feed_limit=0', 'feed_limit=x', 'feed_offset=-1', 'is_pinned=maybe'])(
    'rejects %s (POST-27)',
    async (query) => {
      expect((await app.call('GET', `/admin/activities?${query}`)).status).toBe(400)
    },
  )
})
