import { randomUUID } from 'node:crypto'
import type { ReportType } from '@greenroom/contract/community/moderation/moderation.schema'
import type { Post } from '@greenroom/contract/community/post/post.schema'
import type { Program } from './program.ts'
import { hoursFromNow, insert, unique } from './records.ts'

/** A member of the community. */
export interface MadeMember {
  id: string
  first_name: string
  last_name: string
  /** First and last name, as on cards. */
  name: string
  email: string
  phone: string
}

/** Inserts a member, as the public product does. */
export async function makeMember(
  program: Program,
  fields: Partial<{
    first_name: string
    last_name: string
    phone: string
    description: string
    is_opc: boolean
    designation: string
  }> = {},
): Promise<MadeMember> {
  const last = unique('Member').replace(' ', '')
  const made = {
    id: randomUUID(),
    first_name: 'Kavya',
    last_name: last,
    email: `${last.toLowerCase()}@mail.example`,
    phone: '+919845012763',
    description: '',
    is_opc: false,
    designation: '',
    ...fields,
  }
  await insert(program, 'app_user', made)
  return { ...made, name: `${made.first_name} ${made.last_name}` }
}

/** Makes one person of two accounts. */
export async function mergeMembers(program: Program, kept: MadeMember, other: MadeMember): Promise<void> {
  const path = `/admin/people/${kept.id}/merge/${other.id}`
  const compared = await program.call<{ compared: string }>('GET', path)
  const { status } = await program.call('POST', path, { compared: compared.body.data.compared })
  if (status !== 200) throw new Error(`Merging was answered with ${status}.`)
}

/** Attachments and poll of a post. */
interface PostFields {
  message?: string
  tags?: string[]
  poll?: string[]
  images?: readonly Buffer[]
  video?: Buffer
  file?: Buffer
  /** When the poll ends, ISO 8601. */
  expires_at?: string
}

/** Creates a member's post: creates a staff post, then changes its author. */
export async function makeMemberPost(
  program: Program,
  { images = [], video, file, poll, tags, ...texts }: PostFields = {},
  author?: MadeMember,
): Promise<Post & { author: MadeMember }> {
  const form = new FormData()
  form.set('message', texts.message ?? 'Call me for guaranteed returns.')
  if (tags) form.set('tags', JSON.stringify(tags))
  if (poll) {
    form.set('poll', JSON.stringify({ options: poll }))
    form.set('expires_at', texts.expires_at ?? hoursFromNow(24))
  }
  for (const [place, bytes] of images.entries()) form.append('images', blob(bytes), `picture-${place}.jpg`)
  if (video) form.set('video', blob(video), 'clip.webm')
  if (file) form.set('file', blob(file), 'paper.pdf')
  const { status, body } = await program.call<Post>('POST', '/admin/activity', form)
  if (status !== 201) throw new Error(body.message)
  const member = author ?? (await makeMember(program))
  await program.query('update post set user_id = $2 where id = $1', [body.data._id, member.id])
  return { ...body.data, author: member }
}

/** Inserts a member's comment on a post, or a reply to another comment. Returns its id. */
export async function makeComment(
  program: Program,
  { post, author, message, answers }: { post: string; author: string; message: string; answers?: string },
): Promise<string> {
  const id = randomUUID()
  await insert(program, 'comment', {
    id,
    post_id: post,
    parent_comment_id: answers ?? null,
    user_id: author,
    message,
    created_at: new Date().toISOString(),
  })
  return id
}

/** Inserts this many reports of an item for each reason; the newest is a moment old. */
export async function report(
  program: Program,
  kind: 'post' | 'comment' | 'user',
  id: string,
  counts: Partial<Record<ReportType, number>> = { spam: 1 },
): Promise<void> {
  for (const [reason, count] of Object.entries(counts)) {
    for (let made = 0; made < count; made += 1) {
      await insert(program, 'report', { id: randomUUID(), entity_type: kind, entity_id: id, reason })
    }
  }
}

/** Deletes all reports, so that a case starts with empty queues. */
export async function clearReports(program: Program): Promise<void> {
  await program.query('delete from report')
}

/** Removes the sample's reports. Returns a function that restores them for the program's other cases. */
export async function setReportsAside(program: Program): Promise<() => Promise<void>> {
  const kept = await program.query<{ report: object }>('select to_jsonb(report) as report from report')
  await clearReports(program)
  return async () => {
    await clearReports(program)
    await program.query(
      'insert into report select * from jsonb_populate_recordset(null::report, $1::jsonb)',
      [JSON.stringify(kept.map(({ report }) => report))],
    )
  }
}

/** Creates reported posts "Reported text 1" and on, each with its own author; the last is first in the queue. */
export async function makeReportedPosts(
  program: Program,
  count: number,
  reason: ReportType = 'spam',
): Promise<{ _id: string }[]> {
  const places = Array.from({ length: count }, (_, place) => place + 1)
  const [authors, posts, reports] = [1, 2, 3].map(() => places.map(() => randomUUID()))
  const last = unique('Author').replace(' ', '')
  await program.query(
    `insert into app_user (id, first_name, last_name, email, phone)
     select id, 'Ritika', $2 || place, lower($2) || place || '@mail.example', '+919845012763'
     from unnest($1::uuid[]) with ordinality as made (id, place)`,
    [authors, last],
  )
  await program.query(
    `insert into post (id, user_id, message)
     select id, author, 'Reported text ' || place
     from unnest($1::uuid[], $2::uuid[]) with ordinality as made (id, author, place)`,
    [posts, authors],
  )
  await program.query(
    `insert into report (id, entity_type, entity_id, reason, created_at)
     select id, 'post', post, $3, now() - interval '1 hour' + place * interval '1 second'
     from unnest($1::uuid[], $2::uuid[]) with ordinality as made (id, post, place)`,
    [reports, posts, reason],
  )
  return (posts ?? []).map((_id) => ({ _id }))
}

/** Counts an item's open reports. */
export async function openReports(program: Program, id: string): Promise<number> {
  const rows = await program.query<{ open: number }>(
    'select count(*)::int as open from report where entity_id = $1 and dismissed_at is null',
    [id],
  )
  return rows[0]?.open ?? 0
}

/** Tells whether an item is still stored. */
export async function isStored(
  program: Program,
  table: 'post' | 'comment' | 'app_user',
  id: string,
): Promise<boolean> {
  return (await program.query(`select 1 from ${table} where id = $1`, [id])).length === 1
}

function blob(bytes: Buffer): Blob {
  return new Blob([new Uint8Array(bytes)])
}
