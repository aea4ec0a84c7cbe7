import type { ListedMembership } from '@greenroom/contract/money/membership/membership.endpoints'
import { IconRosetteDiscount } from '@tabler/icons-react'
import { formatMoney } from '../../../lib/money.ts'
import { CardPicture } from '../../../shared/record/card-picture/card-picture.tsx'
import { CardButton, CardName } from '../../../ui/card-parts.tsx'
import { recordLines } from '../../../ui/record-lines.tsx'
import classes from './membership-lines.module.css'
import { membershipMessages as messages } from './membership-messages.ts'

interface Context {
  mayLink: boolean
  onAddCoupon: (membership: ListedMembership) => void
  /** Called on hover of a line and focus of its button: prefetch the dialog. */
  onIntent: () => void
}

/**
 * The memberships: banner, name, price, how many people hold each, its coupons, and a button for these (MEM-02, MEM-03,
 * OQ-407, OQ-707).
 */
export const MembershipLines = recordLines<ListedMembership, Context>({
  label: messages.cardsLabel,
  loading: messages.loading,
  className: classes.list,
  keyOf: ({ _id }) => _id,
  opens: (membership, { mayLink, onAddCoupon, onIntent }) =>
    mayLink ? { onOpen: () => onAddCoupon(membership), onIntent } : undefined,
  facts: [
    {
      key: 'name',
      lines: ['70%'],
      cell: ({ name, banner }) => (
        <div className={classes.name}>
          <div className={classes.picture}>
            <CardPicture banner={banner} icon={IconRosetteDiscount} />
          </div>
          <CardName>{name}</CardName>
        </div>
      ),
    },
    {
      key: 'price',
      lines: ['60%'],
      cell: ({ price: { currency_code: currency, current_price: current, original_price: original } }) => (
        <div className={classes.price}>
          <span className="gr-bold gr-num">{formatMoney(current, currency)}</span>
          {original > current && (
            <s className="gr-fine gr-faint gr-num" title={messages.originalPrice}>
              {formatMoney(original, currency)}
            </s>
          )}
        </div>
      ),
    },
    {
      key: 'members',
      lines: ['70%'],
      cell: ({ members_count: members }) => members > 0 && messages.members(members),
    },
    {
      key: 'coupons',
      lines: ['60%'],
      cell: (membership) => <Coupons membership={membership} />,
    },
    {
      key: 'actions',
      lines: [],
      cell: (membership, { mayLink, onAddCoupon, onIntent }) =>
        mayLink && (
          <CardButton
            aria-label={`${messages.addCoupon}, ${membership.name}`}
            aria-haspopup="dialog"
            onClick={() => onAddCoupon(membership)}
            onIntent={onIntent}
          >
            {messages.addCoupon}
          </CardButton>
        ),
    },
  ],
})

function Coupons({
  membership: { coupons_count: count, coupon_codes: codes },
}: {
  membership: ListedMembership
}) {
  if (count === 0) return <span className="gr-faint">{messages.noCoupons}</span>
  const more = count - codes.length
  return (
    <>
      {messages.coupons(count)}
      <div className="gr-fine gr-faint gr-break">
        <span className="gr-mono">{codes.join(', ')}</span>
        {more > 0 && ` ${messages.more(more)}`}
      </div>
    </>
  )
}
