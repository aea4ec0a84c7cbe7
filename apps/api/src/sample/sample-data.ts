import type { Logger } from 'pino'
import { systemActor } from '../platform/audit/actor.ts'
import { recordAudit } from '../platform/audit/audit.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { chooseMeetings } from '../platform/meetings/choose-meetings.ts'
import type { Settings } from '../settings.ts'
import { addAdvisory } from './advisory.sample.ts'
import { addBanners, bannerMedia } from './banner.sample.ts'
import { addCoupons } from './coupon.sample.ts'
import { addCreators } from './creator.sample.ts'
import { addEvents, eventPictures, publishedWebinars } from './event.sample.ts'
import { addMasterclasses, masterclassPictures, publishedMasterclasses } from './masterclass.sample.ts'
import { prepareMeetings } from './meeting.sample.ts'
import { addMemberships, membershipPictures } from './membership.sample.ts'
import { addReported, moderationMedia } from './moderation.sample.ts'
import { addNews, newsMedia } from './news.sample.ts'
import { addPaymentPages, paymentPagePictures } from './payment-page.sample.ts'
import { preparePictures } from './pictures/prepare-pictures.ts'
import { addPosts, postMedia } from './post.sample.ts'
import { prepareMedia } from './prepare-media.ts'
import { isEmpty, lockSampleData } from './sample.repository.ts'
import type { SampleContext } from './sample-context.ts'
import { addShortlinks } from './shortlink.sample.ts'
import { addTransactions } from './transaction.sample.ts'
import { addUsers, userMedia } from './user.sample.ts'

/**
 * Fills an empty database with realistic records, dated around the present; does nothing otherwise. All rows are
 * added in one transaction, and only one of two concurrent processes adds them. Files are stored and sandbox meetings
 * are created before it; files left without a row are deleted.
 * @param spoolFolder where files are written before they are stored
 * @throws SettingsError if the settings have no usable meeting provider
 */
export async function addSampleData({
  db,
  files,
  clock,
  spoolFolder,
  settings,
  log,
}: {
  db: Database
  files: Files
  clock: Clock
  spoolFolder: string
  settings: Settings
  log: Logger
}): Promise<void> {
  if (!(await isEmpty(db))) return
  const began = performance.now()
  const now = clock.now()
  const provider = chooseMeetings(settings, { clock, log })
  const sessions = [...publishedMasterclasses(now), ...publishedWebinars(now)]
  const meetings = await prepareMeetings(sessions, provider, settings.BUSINESS_TIME_ZONE)
  const [pictures, media] = await Promise.all([
    preparePictures(
      [...masterclassPictures, ...eventPictures, ...membershipPictures, ...paymentPagePictures],
      {
        files,
        spoolFolder,
      },
    ),
    prepareMedia([...userMedia, ...postMedia, ...moderationMedia, ...bannerMedia, ...newsMedia], {
      files,
      spoolFolder,
    }),
  ])
  const counts = await inTransaction(db, async (transaction) => {
    await lockSampleData(transaction)
    if (!(await isEmpty(transaction))) return null
    const context: SampleContext = {
      db: transaction,
      now,
      settings,
      keepPicture: (name, ownerId) => pictures.keep(transaction, name, ownerId),
      keepMedia: (name, ownerId) => media.keep(transaction, name, ownerId),
      meetings,
      creators: [],
      users: [],
      masterclassIds: new Map(),
      memberships: [],
      paymentPages: [],
      transactionCount: 0,
      leadCount: 0,
      shortlinkCount: 0,
      eventIds: new Map(),
      posts: [],
      reportCount: 0,
      bannerCount: 0,
      newsCount: 0,
    }
    await addCreators(context)
    await addUsers(context)
    await addMasterclasses(context)
    await addCoupons(context)
    await addMemberships(context)
    await addPaymentPages(context)
    await addEvents(context)
    await addTransactions(context)
    await addAdvisory(context)
    await addShortlinks(context)
    await addPosts(context)
    await addReported(context)
    await addBanners(context)
    await addNews(context)
    return recordAddition(context)
  })
  if (!counts) {
    await pictures.remove()
    return media.remove()
  }
  log.info({ ...counts, milliseconds: Math.round(performance.now() - began) }, 'Added sample data')
}

async function recordAddition({ db, ...added }: SampleContext) {
  const counts = {
    creators: added.creators.length,
    users: added.users.length,
    masterclasses: added.masterclassIds.size,
    memberships: added.memberships.length,
    paymentPages: added.paymentPages.length,
    events: added.eventIds.size,
    transactions: added.transactionCount,
    leads: added.leadCount,
    shortlinks: added.shortlinkCount,
    posts: added.posts.length,
    reports: added.reportCount,
    banners: added.bannerCount,
    news: added.newsCount,
  }
  await recordAudit(
    { db, actor: systemActor, sandboxes: [] },
    {
      action: 'sample.add',
      entityType: 'sample',
      entityId: null,
      label: 'Sample data',
      after: counts,
    },
  )
  return counts
}
