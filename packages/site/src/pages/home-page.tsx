import type { DataOf } from '@greenroom/contract/endpoint'
import type { CurrencyCode } from '@greenroom/contract/money'
import type {
  readBanners,
  readEvents,
  readMasterclasses,
  readMemberships,
  readNews,
  readPaymentPages,
  readWebinars,
} from '@greenroom/contract/outside/public-read/public-read.endpoints'
import type { PublicPicture } from '@greenroom/contract/outside/public-read/public-read.schema'
import { moneyText, timeText } from '../site-text.ts'
import { Layout } from './layout.tsx'

interface HomeContent {
  banners: DataOf<typeof readBanners>
  masterclasses: DataOf<typeof readMasterclasses>
  webinars: DataOf<typeof readWebinars>
  events: DataOf<typeof readEvents>
  memberships: DataOf<typeof readMemberships>
  paymentPages: DataOf<typeof readPaymentPages>
  news: DataOf<typeof readNews>
}

interface Tile {
  id: string
  href: string
  title: string
  picture: PublicPicture | null
  /** When and by whom, or nothing. */
  detail: string
  price: string
}

export function HomePage({ content, timeZone }: { content: HomeContent; timeZone: string }) {
  const at = ({ start_time, host_name }: { start_time: string; host_name: string | null }) =>
    [timeText(start_time, timeZone), host_name].filter(Boolean).join(' · ')
  return (
    <Layout title="Sessions">
      <h1>Learn how money works</h1>
      {Object.values(content).every((list) => list.length === 0) && (
        <p>
          Nothing is published yet. <a href="/masterclass/create">Create a masterclass</a> in the staff
          console and publish it; it then appears here.
        </p>
      )}
      {content.banners.length > 0 && (
        <ul className="banners" aria-label="Announcements">
          {content.banners.map(({ _id, files: [file], redirect }) => (
            <li key={_id}>
              {file?.type === 'image' && (
                <BannerLink href={redirect.redirect_link}>
                  <img src={file.url} alt="Announcement" loading="lazy" />
                </BannerLink>
              )}
            </li>
          ))}
        </ul>
      )}
      <Tiles
        heading="Masterclasses"
        tiles={content.masterclasses.map((one) => ({
          id: one._id,
          href: `/site/masterclasses/${one._id}`,
          title: one.title,
          picture: one.banner,
          detail: at(one),
          price: priceText(one.prices),
        }))}
      />
      <Tiles
        heading="Webinars"
        tiles={content.webinars.map((one) => ({
          id: one._id,
          href: `/site/webinars/${one._id}`,
          title: one.title,
          picture: one.banner,
          detail: at(one),
          price: one.is_paid ? priceText(one.prices) : 'Free',
        }))}
      />
      <Tiles
        heading="Events"
        tiles={content.events.map((one) => ({
          id: one._id,
          href: `/site/events/${one._id}`,
          title: one.title,
          picture: one.banner,
          detail: [timeText(one.start_time, timeZone), one.city].filter(Boolean).join(' · '),
          price: one.sold_out ? 'Sold out' : one.is_paid ? priceText(one.prices) : 'Free',
        }))}
      />
      <Tiles
        heading="Memberships"
        tiles={content.memberships.map((one) => ({
          id: one._id,
          href: `/site/memberships/${one._id}`,
          title: one.name,
          picture: one.banner,
          detail: '',
          price: priceText([one.price]),
        }))}
      />
      <Tiles
        heading="More to buy"
        tiles={content.paymentPages.map((one) => ({
          id: one._id,
          href: `/site/pay/${one._id}`,
          title: one.title,
          picture: one.banner,
          detail: '',
          price: `${priceText(one.prices)} + GST`,
        }))}
      />
      {content.news.length > 0 && (
        <section>
          <h2>News</h2>
          <ul className="news">
            {content.news.map(({ _id, heading, source, reference_link }) => (
              <li key={_id}>
                <a href={reference_link}>{heading}</a> <small>{source}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Layout>
  )
}

/** Pages of one creator, where the link of a masterclass card leads. */
export function CreatorPage({
  masterclasses,
  timeZone,
}: {
  masterclasses: HomeContent['masterclasses']
  timeZone: string
}) {
  return (
    <Layout title="Masterclasses">
      <h1>{`Masterclasses with ${masterclasses[0]?.host_name ?? 'our creators'}`}</h1>
      <Tiles
        heading="Coming up"
        tiles={masterclasses.map((one) => ({
          id: one._id,
          href: `/site/masterclasses/${one._id}`,
          title: one.title,
          picture: one.banner,
          detail: timeText(one.start_time, timeZone),
          price: priceText(one.prices),
        }))}
      />
    </Layout>
  )
}

function Tiles({ heading, tiles }: { heading: string; tiles: Tile[] }) {
  if (tiles.length === 0) return null
  return (
    <section>
      <h2>{heading}</h2>
      <ul className="tiles">
        {tiles.map(({ id, href, title, picture, detail, price }) => (
          <li key={id}>
            <Picture picture={picture} sizes="320px" />
            <h3>
              <a href={href}>{title}</a>
            </h3>
            {detail && <p>{detail}</p>}
            <p className="price">{price}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A picture in the smallest copy that is sharp; a plain area if there is none. */
export function Picture({
  picture,
  sizes,
  isFirst = false,
}: {
  picture: PublicPicture | null
  sizes: string
  /** Whether it is in sight at once. */
  isFirst?: boolean
}) {
  if (!picture) return <div className="no-picture" />
  const srcSet = picture.renditions.map(({ width, url }) => `${url} ${width}w`).join(', ')
  return (
    <img
      src={picture.url}
      srcSet={srcSet || undefined}
      sizes={sizes}
      alt=""
      loading={isFirst ? 'eager' : 'lazy'}
    />
  )
}

function BannerLink({ href, children }: { href: string | undefined; children: React.ReactNode }) {
  return href ? <a href={href}>{children}</a> : children
}

function priceText(prices: readonly { currency_code: CurrencyCode; current_price: number }[]): string {
  const [price] = [...prices].sort((one) => (one.currency_code === 'INR' ? -1 : 1))
  return price ? moneyText(price.current_price, price.currency_code) : ''
}
