import type { Post } from '@greenroom/contract/community/post/post.schema'
import type { Program } from './program.ts'
import { hoursFromNow, unique } from './records.ts'

interface PostFields {
  message?: string
  tags?: readonly string[]
  is_pinned?: boolean
  poll?: readonly string[]
  expires_at?: string
  allow_multiple?: boolean
  images?: readonly Buffer[]
  video?: Buffer
  file?: Buffer
  remove_attachment?: readonly string[]
}

/** Creates a post of the provider, not pinned by default. */
export async function makePost(program: Program, fields: PostFields = {}): Promise<Post> {
  const form = formOf({ message: unique('Post'), is_pinned: false, ...fields })
  const { status, body } = await program.call<Post>('POST', '/admin/activity', form)
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** Creates pinned posts of the provider; the last is the newest. */
export async function makePinnedPosts(program: Program, count: number): Promise<void> {
  const { user } = await makePost(program, { is_pinned: true })
  await program.query(
    `insert into post (id, user_id, message, is_pinned)
     select gen_random_uuid(), $1, 'Pinned text ' || place, true from generate_series(2, $2::int) as place`,
    [user._id, count],
  )
}

/** Changes a post through the API, as another person would. */
export async function changePost(program: Program, id: string, fields: PostFields): Promise<Post> {
  const { status, body } = await program.call<Post>('POST', `/admin/activity/${id}/update`, formOf(fields))
  if (status !== 200) throw new Error(body.message)
  return body.data
}

/** Returns a post as it is stored now. */
export async function storedPost(program: Program, id: string): Promise<Post> {
  return (await program.call<{ post: Post }>('GET', `/admin/activity/${id}`)).body.data.post
}

/** Finds the post with this message. */
export async function postByMessage(program: Program, message: string): Promise<Post> {
  const [found] = await program.query<{ id: string }>('select id from post where message = $1', [message])
  if (!found) throw new Error(`No post says: ${message}`)
  return storedPost(program, found.id)
}

function formOf({
  tags,
  poll,
  is_pinned,
  allow_multiple,
  remove_attachment,
  images = [],
  video,
  file,
  ...texts
}: PostFields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) form.set(name, value)
  if (tags) form.set('tags', JSON.stringify(tags))
  if (is_pinned !== undefined) form.set('is_pinned', String(is_pinned))
  if (allow_multiple !== undefined) form.set('allow_multiple', String(allow_multiple))
  if (remove_attachment) form.set('remove_attachment', JSON.stringify(remove_attachment))
  if (poll) {
    form.set('poll', JSON.stringify({ options: poll }))
    form.set('expires_at', texts.expires_at ?? hoursFromNow(36))
  }
  for (const [place, bytes] of images.entries()) form.append('images', blob(bytes), `picture-${place}.jpg`)
  if (video) form.set('video', blob(video), 'clip.webm')
  if (file) form.set('file', blob(file), 'paper.pdf')
  return form
}

function blob(bytes: Buffer): Blob {
  return new Blob([new Uint8Array(bytes)])
}
