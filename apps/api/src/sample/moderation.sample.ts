import type { ReportType } from '@greenroom/contract/community/moderation/moderation.schema'
import type { postTags } from '@greenroom/contract/community/post/post.schema'
import { newId } from '../platform/database/record-id.ts'
import type { MediaOrder, MediaSource } from './prepare-media.ts'
import {
  insertComments,
  insertPosts,
  insertReports,
  type SampleComment,
  type SamplePost,
  type SamplePostAttachment,
  type SampleReport,
} from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { createDraws } from './sample-draws.ts'
import { kolkataTime } from './sample-time.ts'

const minute = 60_000

/** Open reports by reason. */
type ReportCounts = Partial<Record<ReportType, number>>

interface ReportedSample {
  /** The author's index among the users, or that of the reported user. */
  by: number
  reports: ReportCounts
}

interface ReportedPostSample extends ReportedSample {
  message: string
  tags: (typeof postTags)[number][]
  images?: MediaSource[]
  video?: MediaSource
  /** Hidden from members until staff decide. */
  isHidden?: boolean
}

interface ReportedCommentSample extends ReportedSample {
  /** Index of the provider's post that it belongs to. */
  post: number
  message: string
}

const reportedPosts: ReportedPostSample[] = [
  {
    by: 31,
    message:
      'Guaranteed 4% a week with our arbitrage desk. Only 20 seats. Write to me and I send the group link: http://fast-gains.example.net/join',
    tags: ['Crypto'],
    reports: { spam: 9, misleading: 6, illegal: 3 },
    isHidden: true,
  },
  {
    by: 29,
    message: 'Buy SUNRISE INFRA before Friday. I have it from inside. It doubles or I shave my head.',
    tags: ['Stock Market'],
    images: ['candlesticks'],
    reports: { misleading: 5, illegal: 4 },
  },
  {
    by: 14,
    message: 'People who rent at forty have only themselves to blame. There, somebody had to say it.',
    tags: ['Real Estate'],
    reports: { offensive: 4, harassment: 1 },
  },
  {
    by: 22,
    message: 'Selling my notes of all masterclasses, 300 pages, ₹499. UPI only.',
    tags: ['Other Investments'],
    reports: { spam: 3, illegal: 2, other: 2 },
  },
  {
    by: 27,
    message: 'Never tell payroll about your second job. They cannot see it and the tax office does not look.',
    tags: ['Tax'],
    reports: { misleading: 4, illegal: 3 },
  },
  {
    by: 18,
    message:
      'Here is the name and the number of the agent who sold my uncle that policy. Call him. Call him all night.',
    tags: ['Life Insurance'],
    reports: { harassment: 6, sensitive: 4 },
    isHidden: true,
  },
  {
    by: 30,
    message: 'People from certain states should not be let near other people’s money.',
    tags: ['Memes'],
    reports: { hate: 7, offensive: 3 },
  },
  {
    by: 9,
    message:
      'My mother’s hospital papers, all of them. Is this claim amount right?\n\nI have not covered her name, I hope that is fine.',
    tags: ['Health Insurance'],
    images: ['form', 'shield'],
    reports: { sensitive: 5 },
  },
  {
    by: 25,
    message:
      'LAST DAY last day LAST DAY!!! Lifetime-free card, five lakh limit, no income proof. Tap the link in my profile.',
    tags: ['Credit Card'],
    reports: { spam: 8 },
  },
  {
    by: 11,
    message: 'Turmeric in warm milk cured my diabetes and I cancelled my health cover. So can you.',
    tags: ['Health Insurance'],
    reports: { misleading: 6, other: 1 },
  },
  {
    by: 26,
    message: 'Screen recording of how I move coins without the 1% TDS.',
    tags: ['Crypto'],
    video: 'market-week.webm',
    reports: { illegal: 5, misleading: 1 },
  },
  {
    by: 19,
    message: 'The moderators here delete everything that is true. Watch this one disappear.',
    tags: ['Community Updates'],
    reports: { other: 2 },
  },
  {
    by: 4,
    message: 'Flat for sale in Thane, 2 BHK, sea view if you lean out. Owner, no brokers.',
    tags: ['Real Estate'],
    images: ['house'],
    reports: { spam: 2 },
  },
  {
    by: 28,
    message: 'To the person who asked about index funds yesterday: did you never go to school?',
    tags: ['Equity Mutual Fund'],
    reports: { harassment: 3, offensive: 3 },
  },
  {
    by: 16,
    message: 'A festival is no time for a loan, and people of that faith borrow for every one of theirs.',
    tags: ['Loans'],
    reports: { hate: 4, offensive: 1, sensitive: 1 },
  },
  {
    by: 2,
    message: '🚀🚀🚀',
    tags: ['Memes'],
    reports: { spam: 1, other: 1 },
  },
]

const reportedComments: ReportedCommentSample[] = [
  {
    by: 31,
    post: 0,
    message: 'Forget videos. Real gains in my channel, link in profile.',
    reports: { spam: 6 },
  },
  { by: 14, post: 1, message: 'Nothing? Then stay poor.', reports: { offensive: 4, harassment: 2 } },
  {
    by: 29,
    post: 3,
    message: 'Just leave the rent out of the return, everybody does.',
    reports: { illegal: 3, misleading: 2 },
  },
  {
    by: 28,
    post: 4,
    message: 'Another class for people who cannot use a search engine.',
    reports: { offensive: 2 },
  },
  {
    by: 22,
    post: 5,
    message: 'I am an agent. Give me your number and your date of birth here and I find you a plan.',
    reports: { spam: 3, sensitive: 4 },
  },
  {
    by: 11,
    post: 6,
    message: 'Insurance is a scam. Eat right and you will not need any.',
    reports: { misleading: 5 },
  },
  { by: 30, post: 8, message: 'Too many of “them” at these evenings for my taste.', reports: { hate: 6 } },
  {
    by: 18,
    post: 9,
    message: 'I know where you work, ninth-time-checker. See you there.',
    reports: { harassment: 5, sensitive: 1 },
  },
  {
    by: 25,
    post: 12,
    message: 'Limit increase without income proof, ask me how.',
    reports: { spam: 4, illegal: 1 },
  },
  {
    by: 26,
    post: 13,
    message: 'Use a wallet abroad and there is no 30%. You are welcome.',
    reports: { illegal: 4, misleading: 3 },
  },
  { by: 19, post: 15, message: 'Rules for thee but not for me, as always.', reports: { other: 3 } },
  { by: 27, post: 18, message: 'Advance tax is voluntary, look it up.', reports: { misleading: 4 } },
  {
    by: 16,
    post: 21,
    message: 'Thirty-four, unmarried and asking about nominees? Sort your life out first.',
    reports: { harassment: 2, offensive: 2 },
  },
  {
    by: 30,
    post: 28,
    message: 'Check who your neighbours are before you buy. You know what I mean.',
    reports: { hate: 3 },
  },
  {
    by: 9,
    post: 34,
    message: 'Here is my colleague’s policy number, so you can compare.',
    reports: { sensitive: 3 },
  },
  { by: 2, post: 40, message: 'asdfghjkl', reports: { spam: 1, other: 1 } },
]

/** Reported members; the provider's own author is never among them. */
const reportedUsers: ReportedSample[] = [
  { by: 31, reports: { spam: 12, misleading: 5, illegal: 2 } },
  { by: 30, reports: { hate: 8, offensive: 3 } },
  { by: 14, reports: { offensive: 5, harassment: 3 } },
  { by: 18, reports: { harassment: 7, sensitive: 2 } },
  { by: 25, reports: { spam: 6 } },
  { by: 29, reports: { misleading: 4, illegal: 4 } },
  { by: 22, reports: { spam: 3, sensitive: 2, other: 1 } },
  { by: 26, reports: { illegal: 5 } },
  { by: 27, reports: { misleading: 3 } },
  { by: 28, reports: { harassment: 2, offensive: 2 } },
  { by: 11, reports: { misleading: 2, other: 1 } },
  { by: 16, reports: { hate: 2, offensive: 1 } },
  { by: 19, reports: { other: 3 } },
  { by: 9, reports: { sensitive: 2 } },
  { by: 2, reports: { spam: 1 } },
]

/** How many of the first ones of each kind have older, dismissed reports. */
const dismissedBefore = 5

/** The files of the reported posts. */
const moderationMedia: MediaOrder[] = reportedPosts.flatMap((sample, index) =>
  filesOf(sample).map(({ source }, place) => ({ name: mediaName(index, place), source })),
)

/** Adds posts, comments and members with reports, and reports that staff dismissed earlier. */
async function addReported(context: SampleContext): Promise<SampleCounts> {
  const { db, now, users } = context
  const draws = createDraws(15)
  const reports: SampleReport[] = []

  const memberAt = (place: number) => {
    const user = users[place]
    if (!user) throw new TypeError(`There is no member ${place} in the sample.`)
    return user
  }

  /** Reports of one item, each by a different person, between its creation and now. */
  function report(
    entity: Pick<SampleReport, 'entity_type' | 'entity_id'>,
    since: Date,
    { by, reports: counts }: ReportedSample,
    place: number,
  ) {
    const earliest = since.getTime() + 20 * minute
    const latest = Math.max(earliest, now.getTime() - (place * 190 + 15) * minute)
    const open = Object.entries(counts).flatMap(([reason, count]) =>
      Array.from({ length: count }, () => reason),
    )
    for (const [nth, reason] of open.entries()) {
      const reporter = memberAt((by + 3 + nth * 5) % 31)
      reports.push({
        ...entity,
        id: newId(),
        // The public product stores members' own texts under "other".
        reason: reason === 'other' && nth % 2 === 1 ? 'does not belong here' : reason,
        reporter_id: reporter.id === memberAt(by).id ? memberAt(32).id : reporter.id,
        created_at: new Date(nth === 0 ? latest : earliest + draws.fraction() * (latest - earliest)),
        dismissed_at: null,
        dismissed_by: null,
      })
    }
    if (place >= dismissedBefore) return
    reports.push({
      ...entity,
      id: newId(),
      reason: 'spam',
      reporter_id: memberAt(33).id,
      created_at: new Date(since.getTime() + 5 * minute),
      dismissed_at: new Date(since.getTime() + 15 * minute),
      dismissed_by: 'meera.nair@greenroom.example',
    })
  }

  const posts: SamplePost[] = []
  const attachments: SamplePostAttachment[] = []
  for (const [index, sample] of reportedPosts.entries()) {
    const id = newId()
    const created = kolkataTime(now, -2 - index, index % 2 === 0 ? '22:05' : '07:50')
    posts.push({
      id,
      user_id: memberAt(sample.by).id,
      message: sample.message,
      tags: sample.tags,
      is_visible: !sample.isHidden,
      like_count: Math.floor(draws.fraction() * 12),
      created_at: created,
      updated_at: created,
    })
    for (const [place, { kind }] of filesOf(sample).entries()) {
      const file_key = await context.keepMedia(mediaName(index, place), id)
      attachments.push({ post_id: id, kind, position: place, file_key })
    }
    report({ entity_type: 'post', entity_id: id }, created, sample, index)
  }

  const comments: SampleComment[] = []
  for (const [index, sample] of reportedComments.entries()) {
    const post = context.posts[sample.post]
    if (!post) throw new TypeError('Comments need their post.')
    const id = newId()
    const created = new Date(
      Math.min(post.created_at.getTime() + (3 + index) * 31 * minute, now.getTime() - 25 * minute),
    )
    comments.push({
      id,
      post_id: post.id,
      parent_comment_id: null,
      user_id: memberAt(sample.by).id,
      message: sample.message,
      created_at: created,
    })
    report({ entity_type: 'comment', entity_id: id }, created, sample, index)
  }

  for (const [index, sample] of reportedUsers.entries()) {
    const user = memberAt(sample.by)
    report({ entity_type: 'user', entity_id: user.id }, user.created_at, sample, index)
  }

  await insertPosts(db, { posts, attachments, options: [] })
  await insertComments(db, comments)
  await insertReports(db, reports)
  context.posts.push(...posts)
  return { posts: posts.length, reports: reports.length }
}

export const moderationSample: SampleSection = { media: moderationMedia, add: addReported }

function filesOf({ images = [], video }: ReportedPostSample) {
  return [
    ...images.map((source) => ({ kind: 'image' as const, source })),
    ...(video ? [{ kind: 'video' as const, source: video }] : []),
  ]
}

function mediaName(post: number, place: number): string {
  return `reported-post/${post}/${place}`
}
