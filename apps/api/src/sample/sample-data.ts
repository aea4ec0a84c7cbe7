import type { Logger } from 'pino'
import { systemActor } from '../platform/audit/actor.ts'
import { recordAudit } from '../platform/audit/audit.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { chooseMeetings } from '../platform/meetings/choose-meetings.ts'
import type { Settings } from '../settings.ts'
import { advisorySample } from './advisory.sample.ts'
import { bannerSample } from './banner.sample.ts'
import { consentSample } from './consent.sample.ts'
import { couponSample } from './coupon.sample.ts'
import { creatorSample } from './creator.sample.ts'
import { differenceSample } from './difference.sample.ts'
import { disputeSample } from './dispute.sample.ts'
import { eventSample, publishedWebinars } from './event.sample.ts'
import { heldMembershipSample } from './held-membership.sample.ts'
import { masterclassSample, publishedMasterclasses } from './masterclass.sample.ts'
import { prepareMeetings } from './meeting.sample.ts'
import { membershipSample } from './membership.sample.ts'
import { moderationSample } from './moderation.sample.ts'
import { newsSample } from './news.sample.ts'
import { paymentPageSample } from './payment-page.sample.ts'
import { personLabelSample } from './person-label.sample.ts'
import { preparePictures } from './pictures/prepare-pictures.ts'
import { postSample } from './post.sample.ts'
import { prepareMedia } from './prepare-media.ts'
import { registrationSample } from './registration.sample.ts'
import { isEmpty, lockSampleData } from './sample.repository.ts'
import { emptySample, type SampleContext, type SampleCounts, type SampleSection } from './sample-context.ts'
import { settlementSample } from './settlement.sample.ts'
import { shortlinkSample } from './shortlink.sample.ts'
import { staffSample } from './staff.sample.ts'
import { transactionSample } from './transaction.sample.ts'
import { userSample } from './user.sample.ts'

/** The sections in the order in which they are added: each comes after those that it refers to. */
const sections: readonly SampleSection[] = [
  creatorSample,
  userSample,
  consentSample,
  masterclassSample,
  eventSample,
  couponSample,
  membershipSample,
  paymentPageSample,
  transactionSample,
  heldMembershipSample,
  registrationSample,
  differenceSample,
  settlementSample,
  disputeSample,
  advisorySample,
  shortlinkSample,
  postSample,
  moderationSample,
  bannerSample,
  newsSample,
  staffSample,
  personLabelSample,
]

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
      sections.flatMap((section) => section.pictures ?? []),
      { files, spoolFolder },
    ),
    prepareMedia(
      sections.flatMap((section) => section.media ?? []),
      { files, spoolFolder },
    ),
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
      ...emptySample(),
    }
    const added: SampleCounts = {}
    for (const section of sections) {
      for (const [kind, count] of Object.entries(await section.add(context))) {
        added[kind] = (added[kind] ?? 0) + count
      }
    }
    await recordAudit(
      { db: transaction, actor: systemActor, sandboxes: [] },
      { action: 'sample.add', entityType: 'sample', entityId: null, label: 'Sample data', after: added },
    )
    return added
  })
  if (!counts) {
    await pictures.remove()
    return media.remove()
  }
  log.info({ ...counts, milliseconds: Math.round(performance.now() - began) }, 'Added sample data')
}
