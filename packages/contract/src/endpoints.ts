import * as advisory from './advisory/advisory.endpoints.ts'
import * as banner from './banner/banner.endpoints.ts'
import * as coupon from './coupon/coupon.endpoints.ts'
import * as creator from './creator/creator.endpoints.ts'
import type { EndpointDeclaration } from './endpoint.ts'
import * as event from './event/event.endpoints.ts'
import * as file from './file/file.endpoints.ts'
import * as masterclass from './masterclass/masterclass.endpoints.ts'
import * as meeting from './meeting/meeting.endpoints.ts'
import * as membership from './membership/membership.endpoints.ts'
import * as moderation from './moderation/moderation.endpoints.ts'
import * as news from './news/news.endpoints.ts'
import * as paymentPage from './payment-page/payment-page.endpoints.ts'
import * as post from './post/post.endpoints.ts'
import * as session from './session/session.endpoints.ts'
import * as shortlink from './shortlink/shortlink.endpoints.ts'
import * as transaction from './transaction/transaction.endpoints.ts'
import * as user from './user/user.endpoints.ts'

const sections: Record<string, Record<string, unknown>> = {
  session,
  masterclass,
  coupon,
  creator,
  user,
  meeting,
  event,
  file,
  transaction,
  membership,
  'payment-page': paymentPage,
  advisory,
  shortlink,
  moderation,
  post,
  banner,
  news,
}

function isEndpoint(value: unknown): value is EndpointDeclaration {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value
  )
}

/** Every endpoint of the API with the section it belongs to and the name under which it is exported. */
export const endpoints: { section: string; exportName: string; endpoint: EndpointDeclaration }[] =
  Object.entries(sections).flatMap(([section, exports]) =>
    Object.entries(exports).flatMap(([exportName, value]) =>
      isEndpoint(value) ? [{ section, exportName, endpoint: value }] : [],
    ),
  )
