import { newId } from '../platform/database/record-id.ts'
import type { MediaOrder, MediaSource } from './prepare-media.ts'
import { insertBanners, type SampleBanner, type SampleBannerFile } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { kolkataTime } from './sample-time.ts'

interface BannerSample {
  files: MediaSource[]
  order: number
  /** Days from today on which it starts and stops being shown. */
  shown: [from: number, until: number]
  isInactive?: boolean
  /** An external URL, or a page of the app with further fields. */
  leads: string | { page: 'events' | 'webinars'; props: (context: SampleContext) => Record<string, string> }
}

const eventNamed =
  (name: string, further: Record<string, string> = {}) =>
  ({ eventIds }: SampleContext) => {
    const id = eventIds.get(name)
    if (!id) throw new TypeError(`There is no event ${name} in the sample.`)
    return { entity_id: id, ...further }
  }

const banners: BannerSample[] = [
  {
    files: ['stage'],
    order: 1,
    shown: [-4, 6],
    leads: { page: 'events', props: eventNamed('pune-investors') },
  },
  {
    files: ['market-week.webm', 'candlesticks'],
    order: 2,
    shown: [-2, 12],
    leads: 'https://www.example.com/videos/market-week',
  },
  {
    files: ['lamps', 'cups'],
    order: 3,
    shown: [-1, 21],
    leads: {
      page: 'events',
      props: eventNamed('kochi-members', { source: 'home_banner', seats: 'members' }),
    },
  },
  {
    files: ['form'],
    order: 4,
    shown: [-9, 30],
    leads: 'https://www.example.com/tools/tax-regime?utm_source=home&utm_medium=banner',
  },
  {
    files: ['screen'],
    order: 5,
    shown: [3, 18],
    leads: { page: 'webinars', props: () => ({ filter: 'free' }) },
  },
  {
    files: ['umbrella'],
    order: 6,
    shown: [-40, -12],
    leads: 'https://www.example.com/guides/health-cover',
  },
  {
    files: ['seedling'],
    order: 1,
    shown: [-60, -31],
    isInactive: true,
    leads: 'https://www.example.com/offers/monsoon',
  },
  {
    files: ['house', 'shield'],
    order: 2,
    shown: [-21, 9],
    isInactive: true,
    leads: { page: 'events', props: eventNamed('hyderabad-workshop') },
  },
]

/** The files of the banners. */
const bannerMedia: MediaOrder[] = banners.flatMap(({ files }, index) =>
  files.map((source, place) => ({ name: mediaName(index, place), source })),
)

/** Adds banners of the home screen with their files, after the events that they lead to. */
async function addBanners(context: SampleContext): Promise<SampleCounts> {
  const { db, now, keepMedia } = context
  const rows: SampleBanner[] = []
  const files: SampleBannerFile[] = []
  for (const [index, { files: sources, order, shown, isInactive, leads }] of banners.entries()) {
    const id = newId()
    const created = kolkataTime(now, Math.min(shown[0], 0) - 3, '15:20')
    const isExternal = typeof leads === 'string'
    rows.push({
      id,
      position: order,
      is_active: !isInactive,
      start_time: kolkataTime(now, shown[0], '00:00'),
      end_time: kolkataTime(now, shown[1], '23:30'),
      redirect_type: isExternal ? 'external' : 'internal',
      redirect_link: isExternal ? leads : null,
      redirect_page: isExternal ? null : leads.page,
      redirect_props: JSON.stringify(isExternal ? {} : leads.props(context)),
      created_at: created,
      updated_at: created,
    })
    for (const position of sources.keys()) {
      files.push({ banner_id: id, position, file_key: await keepMedia(mediaName(index, position), id) })
    }
  }
  await insertBanners(db, rows, files)
  return { banners: rows.length }
}

export const bannerSample: SampleSection = { media: bannerMedia, add: addBanners }

function mediaName(banner: number, place: number): string {
  return `banner/${banner}/${place}`
}
