import type { updateCoupon } from '@greenroom/contract/money/coupon/coupon.endpoints'
import { hasCouponEnded } from '@greenroom/contract/money/coupon/coupon.rules'
import type { ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import type { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { useMinute } from '../../../lib/minute.ts'
import { formatMoney, shownCurrencies } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { discountText, limitText, validityDay } from '../../../shared/money/coupon-dialog/coupon-terms.ts'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { type SelectContext, selectColumn } from '../../../shared/record/selection/select-column.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LineParts } from '../../../ui/line-parts.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { opensOnClick } from '../../../ui/row-click.ts'
import { ShareBar } from '../../../ui/share-bar.tsx'
import { couponEnd } from './coupon-end.ts'
import { couponColumns as headings, couponPageMessages as messages } from './coupon-page-messages.ts'
import classes from './coupon-table.module.css'

interface Context {
  mayEdit: boolean
  maySeeOrders: boolean
  /** Milliseconds. */
  now: number
  /** Opens the dialog, which shows the coupon to a role that may not edit it. */
  onOpen: (coupon: ListedCoupon) => void
  /** Called on hover of a row and focus of its button: prefetch the dialog. */
  onIntent: () => void
}

const columns: readonly Column<ListedCoupon, Context>[] = [
  {
    key: 'code',
    heading: headings.code,
    width: 'max(160px, 20cqi)',
    isRowHeading: true,
    lines: ['60%'],
    cell: ({ code }) => (
      <div className={classes.code}>
        <span className="gr-mono gr-bold gr-ellipsis" title={code}>
          {code}
        </span>
        <CopyValue value={code} label={`Copy ${code}`} copied={messages.copied} className={classes.copy} />
      </div>
    ),
  },
  {
    key: 'discount',
    heading: headings.discount,
    lines: ['60%', '40%'],
    cell: (coupon) => (
      <>
        <LineParts text={discountText(coupon)} />
        <div className="gr-fine gr-faint">
          <LineParts text={limitText(coupon) ?? ''} />
        </div>
      </>
    ),
  },
  {
    key: 'redeemed',
    heading: headings.redeemed,
    width: 'max(150px, 14cqi)',
    className: classes.redeemed,
    lines: ['50%'],
    cell: (coupon, { maySeeOrders }) => <Redeemed coupon={coupon} maySeeOrders={maySeeOrders} />,
  },
  {
    key: 'off',
    heading: headings.off,
    phoneLabel: headings.off,
    width: 'max(110px, 13cqi)',
    className: `gr-num ${classes.off}`,
    isRight: true,
    lines: ['60%'],
    attributes: ({ redemptions }) => ({ 'data-none': redemptions.length === 0 || undefined }),
    cell: ({ redemptions }) => (redemptions.length === 0 ? '–' : <TakenOff redemptions={redemptions} />),
  },
  {
    key: 'linked',
    heading: headings.linked,
    width: 'max(120px, 12cqi)',
    className: classes.linked,
    lines: ['60%'],
    cell: ({ links_count: links }) =>
      links === 0 ? (
        <Badge shape="dashed" tone="warn">
          {messages.notLinked}
        </Badge>
      ) : (
        messages.linked(links)
      ),
  },
  {
    key: 'till',
    heading: headings.till,
    phoneLabel: headings.till,
    width: 'max(120px, 12cqi)',
    className: classes.till,
    lines: ['80%', '50%'],
    cell: (coupon, { now }) => {
      const { text, isNear } = couponEnd(coupon, new Date(now))
      return (
        <>
          <span className="gr-nowrap">{validityDay(coupon.valid_till)}</span>
          {hasCouponEnded(coupon, new Date(now)) ? (
            <div>
              <Badge shape="bar">{messages.ended}</Badge>
            </div>
          ) : (
            <div className={isNear ? `gr-fine ${classes.near}` : 'gr-fine gr-faint'}>{text}</div>
          )}
        </>
      )
    },
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 88,
    lines: ['50%'],
    cell: (coupon, { mayEdit, onOpen, onIntent }) => (
      <Button
        variant="subtle"
        size="xs"
        aria-haspopup="dialog"
        aria-label={mayEdit ? messages.editOf(coupon.code) : messages.detailsOf(coupon.code)}
        onFocus={onIntent}
        onClick={() => onOpen(coupon)}
      >
        {mayEdit ? messages.edit : messages.details}
      </Button>
    ),
  },
]

const declared = {
  label: messages.tableLabel,
  loading: messages.loading,
  keyOf: ({ _id }: ListedCoupon) => _id,
  rowAttributes: (coupon: ListedCoupon, { onOpen, onIntent }: Context) =>
    opensOnClick(() => onOpen(coupon), onIntent),
  // Without the permission there are no sums.
  useHidden: () => (useMay<typeof listTransactions>('money.read') ? [] : ['off']),
  useFacts: () => ({
    mayEdit: useMay<typeof updateCoupon>('content.write'),
    maySeeOrders: useMay<typeof listTransactions>('money.read'),
    now: useMinute(),
  }),
}
type Facts = 'mayEdit' | 'maySeeOrders' | 'now'

/** The coupons: code, discounts, how often they were redeemed for how much, links and last day (OQ-302, OQ-305). */
export const CouponTable = recordTable<ListedCoupon, Context, Facts>({
  ...declared,
  className: classes.table,
  columns,
})

/** The same with rows that can be selected (OQ-683). */
export const SelectableCouponTable = recordTable<ListedCoupon, Context & SelectContext, Facts>({
  ...declared,
  className: `${classes.table} ${classes.selectable}`,
  columns: [selectColumn(declared.keyOf, ({ code }) => code), ...columns],
})

/** How often a coupon was redeemed, as a link to these orders, with a bar where there is a limit. */
function Redeemed({ coupon, maySeeOrders }: { coupon: ListedCoupon; maySeeOrders: boolean }) {
  const { _id, max_redemptions: most, redemptions } = coupon
  const redeemed = redemptions.reduce((sum, one) => sum + one.redeemed, 0)
  const text = messages.redeemed(redeemed, most)
  const label = (
    <>
      {text}
      {/* The heading says it to those who see it. */}
      <span className={classes.word}> {messages.redeemedWord}</span>
    </>
  )
  return (
    <>
      {redeemed === 0 ? (
        <span className="gr-faint">{messages.neverRedeemed}</span>
      ) : maySeeOrders ? (
        <Link {...paths.redemptions(_id)} className={classes.orders}>
          {label}
        </Link>
      ) : (
        <span className="gr-bold gr-num">{label}</span>
      )}
      {most !== null && (
        <>
          {redeemed >= most && (
            <Badge shape="bar" tone="warn">
              {messages.usedUp}
            </Badge>
          )}
          <ShareBar share={redeemed / most} />
        </>
      )}
    </>
  )
}

/** What a coupon took off, rupees first; a currency in which it was never redeemed is left out. */
function TakenOff({ redemptions }: Pick<ListedCoupon, 'redemptions'>) {
  return shownCurrencies.map((currency) => {
    const found = redemptions.find(({ currency_code }) => currency_code === currency)
    return (
      found?.discount !== undefined && (
        <div key={currency} className="gr-nowrap">
          {formatMoney(found.discount, currency)}
        </div>
      )
    )
  })
}
