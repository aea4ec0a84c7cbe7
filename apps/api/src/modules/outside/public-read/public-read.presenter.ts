import { renditionUrl, renditionWidths } from '@greenroom/contract/desk/file/rendition'
import type {
  PublicAuthor,
  PublicBanner,
  PublicComment,
  PublicEvent,
  PublicMasterclass,
  PublicMembership,
  PublicNews,
  PublicPaymentPage,
  PublicPicture,
  PublicPost,
  PublicService,
  PublicWebinar,
} from '@greenroom/contract/outside/public-read/public-read.schema'
import { isSoldOut } from '@greenroom/contract/sessions/event/event-seats.rules'
import { pricesOf } from '../../../platform/database/price-columns.ts'
import { fileUrl } from '../../../platform/files/files.ts'
import type {
  BannerRow,
  CommentRow,
  EventRow,
  MasterclassRow,
  MembershipRow,
  NewsRow,
  PaymentPageRow,
  PostRow,
  ServiceRow,
} from './public-read.repository.ts'

/**
 * Presents what the public product shows, each member chosen: nothing that only staff know.
 * @param publicUrl base of the URLs of files: the public product is another site
 */
export function createPublicPresenter(publicUrl: string) {
  const urlOf = (key: string) => fileUrl(key, publicUrl)

  function pictureOf(key: string): PublicPicture {
    const url = urlOf(key)
    return { url, renditions: renditionWidths.map((width) => ({ width, url: renditionUrl(url, width) })) }
  }

  const pictureOrNone = (key: string | null) => (key === null ? null : pictureOf(key))

  function authorOf(row: PostRow | CommentRow): PublicAuthor {
    return {
      _id: row.user_id,
      external_id: row.user_external_id,
      first_name: row.first_name,
      last_name: row.last_name,
      username: row.username,
      designation: row.designation,
      profile_picture: pictureOrNone(row.profile_picture_key),
      is_opc: row.is_opc,
    }
  }

  function webinarOf(row: EventRow): PublicWebinar {
    return {
      _id: row.id,
      title: row.title,
      description: row.description,
      start_time: row.start_time.toISOString(),
      end_time: row.end_time.toISOString(),
      host_id: row.host_id,
      host_name: row.host_name,
      banner: pictureOrNone(row.banner_key),
      member_only: row.member_only,
      is_paid: row.is_paid,
      prices: row.prices,
      sold_out: isSoldOut(row),
      changed_at: row.updated_at.toISOString(),
    }
  }

  return {
    webinar: webinarOf,

    event: (row: EventRow): PublicEvent => ({
      ...webinarOf(row),
      location: row.location,
      city: row.city,
      google_map_location: row.google_map_location,
      ticket_banner: pictureOrNone(row.ticket_banner_key),
    }),

    masterclass: (row: MasterclassRow): PublicMasterclass => ({
      _id: row.id,
      title: row.title,
      description: row.description,
      start_time: row.start_time.toISOString(),
      end_time: row.end_time.toISOString(),
      host_id: row.host_id,
      host_name: row.host_name,
      attendance_type: row.attendance_type,
      banner: pictureOrNone(row.banner_key),
      prices: pricesOf(row),
      sold_out: false,
      community_links: row.links.flatMap(({ name, url, is_active }) => (is_active ? [{ name, url }] : [])),
      changed_at: row.updated_at.toISOString(),
    }),

    membership: (row: MembershipRow): PublicMembership => ({
      _id: row.id,
      name: row.name,
      banner: pictureOrNone(row.banner_key),
      price: {
        currency_code: row.currency_code,
        original_price: row.original_price,
        current_price: row.current_price,
      },
      changed_at: row.updated_at.toISOString(),
    }),

    paymentPage: (row: PaymentPageRow): PublicPaymentPage => ({
      _id: row.id,
      title: row.title,
      description: row.description,
      banner: pictureOf(row.banner_key),
      prices: pricesOf(row),
      meta: { lsq: { add_to_cart: row.lsq_add_to_cart, purchase: row.lsq_purchase } },
      changed_at: row.updated_at.toISOString(),
    }),

    banner: (row: BannerRow): PublicBanner => ({
      _id: row.id,
      files: row.files.map(({ key, mediaType }) => ({
        url: urlOf(key),
        type: mediaType.startsWith('video/') ? ('video' as const) : ('image' as const),
      })),
      start_time: row.start_time.toISOString(),
      end_time: row.end_time.toISOString(),
      redirect:
        row.redirect_type === 'external'
          ? { type: 'external', redirect_link: row.redirect_link ?? '' }
          : {
              type: 'internal',
              ...(row.redirect_page ? { page: row.redirect_page } : {}),
              props: row.redirect_props,
            },
    }),

    post(row: PostRow): PublicPost {
      const keysOf = (kind: string) =>
        (row.attachments ?? []).flatMap((one) => (one.kind === kind ? [one.key] : []))
      const firstUrl = (kind: string) => keysOf(kind).map(urlOf)[0] ?? null
      return {
        _id: row.id,
        external_id: row.external_id,
        message: row.message,
        tags: row.tags,
        is_pinned: row.is_pinned,
        attachments: {
          images: keysOf('image').map(pictureOf),
          video: firstUrl('video'),
          audio: firstUrl('audio'),
          file: firstUrl('file'),
        },
        poll:
          row.poll_expires_at === null
            ? null
            : {
                options: row.options ?? [],
                expires_at: row.poll_expires_at.toISOString(),
                allow_multiple: row.poll_allow_multiple,
              },
        like_count: row.like_count,
        comment_count: row.comment_count,
        created_at: row.created_at.toISOString(),
        author: authorOf(row),
      }
    },

    comment: (row: CommentRow): PublicComment => ({
      _id: row.id,
      external_id: row.external_id,
      parent_comment_id: row.parent_comment_id,
      message: row.message,
      created_at: row.created_at.toISOString(),
      author: authorOf(row),
    }),

    news: (row: NewsRow): PublicNews => ({
      _id: row.id,
      heading: row.heading,
      description: row.description,
      thumbnail: pictureOf(row.thumbnail_key),
      source: row.source,
      reference_link: row.reference_link,
      price: row.price,
      is_free: row.is_free,
      created_at: row.created_at.toISOString(),
    }),

    service: (row: ServiceRow): PublicService => ({
      _id: row.id,
      service_name: row.service_name,
      slot_time: row.slot_time,
      buffer_time: row.buffer_time,
      advisors: row.advisors ?? [],
    }),
  }
}
