import { largestPage } from '@greenroom/contract/list'
import {
  listLinkedEntities,
  type saveCouponsOfEntity,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import { linkWarning } from '@greenroom/contract/money/coupon/coupon.rules'
import type { Coupon, LinkedEntity, ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { shownCurrencies } from '../../../lib/money.ts'
import { linkWarnings } from '../../../shared/money/coupon-dialog/coupon-messages.ts'
import { PriceWithCoupon } from '../../../shared/money/coupon-dialog/coupon-prices.tsx'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { FieldHint } from '../../../ui/field-hint.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { couponRecordMessages as messages } from './coupon-page-messages.ts'
import classes from './coupon-tables.module.css'

type Terms = Pick<
  Coupon,
  'valid_till' | 'absolute_discount' | 'absolute_discount_usd' | 'discount_percentage'
>

interface CouponMatrixProps {
  coupon: ListedCoupon
  /** The terms to compute with. */
  terms: Terms
  /** Nothing is loaded for a closed dialog. */
  opened: boolean
}

/** What each linked masterclass and membership costs with a coupon, in both currencies, with warnings (OQ-306). */
export function CouponMatrix({ coupon, terms, opened }: CouponMatrixProps) {
  const mayLink = useMay<typeof saveCouponsOfEntity>('content.write')
  const links = useRead(
    listLinkedEntities,
    { params: { id: coupon._id }, query: { limit: largestPage } },
    { enabled: opened && coupon.links_count > 0, keepPrevious: false },
  )
  return (
    <section aria-label={messages.prices}>
      <h3 className="gr-part">{messages.prices}</h3>
      {coupon.links_count === 0 ? (
        <p className="gr-small gr-quiet">{mayLink ? messages.noLinks : messages.notLinked}</p>
      ) : links.data ? (
        <>
          <PriceTable links={links.data} terms={terms} />
          {coupon.links_count > links.data.length && (
            <p className="gr-fine gr-faint">{messages.newest(links.data.length, coupon.links_count)}</p>
          )}
        </>
      ) : links.isError ? (
        <LoadFailure title={messages.linksFailed} error={links.error} onRetry={() => void links.refetch()} />
      ) : (
        <Loading label={messages.linksLoading} className="gr-tight">
          <Skeleton width="90%" />
          <Skeleton width="75%" />
        </Loading>
      )}
    </section>
  )
}

/** The table of the prices. */
export function PriceTable({ links, terms }: { links: readonly LinkedEntity[]; terms: Terms }) {
  return (
    <table className={classes.table} data-prices>
      <thead>
        <tr>
          <th scope="col">{messages.linkedTo}</th>
          {shownCurrencies.map((currency) => (
            <th key={currency} scope="col">
              {currency}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <tr key={link.entity_id}>
            <th scope="row">
              <LinkedName link={link} terms={terms} />
            </th>
            {shownCurrencies.map((currency) => {
              const price = link.prices.find(({ currency_code }) => currency_code === currency)
              return (
                <td key={currency} data-currency={currency}>
                  {price ? (
                    <PriceWithCoupon price={price} coupon={terms} />
                  ) : (
                    <span className="gr-faint">{messages.notSold(currency)}</span>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LinkedName({ link, terms }: { link: LinkedEntity; terms: Terms }) {
  const warning = linkWarning(terms, link, new Date())
  return (
    <>
      <span className="gr-break">{link.title}</span>
      <span className="gr-block gr-fine gr-faint">
        {messages[link.entity_type]}
        {link.start_time !== null && ` · ${formatTime(link.start_time)}`}
      </span>
      {warning && (
        <span className="gr-fine">
          <FieldHint tone="warn">{linkWarnings[warning]}</FieldHint>
        </span>
      )}
    </>
  )
}
