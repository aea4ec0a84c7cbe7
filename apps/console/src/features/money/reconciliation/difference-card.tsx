import type { resolveDifference } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import {
  type Difference,
  type DifferenceAction,
  type DifferenceSide,
  differenceTitles,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import {
  DifferenceActions,
  RefundNotes,
  useDifferenceActions,
} from '../../../shared/money/difference/difference-actions.tsx'
import {
  kindHelp,
  differenceCardMessages as messages,
} from '../../../shared/money/difference/difference-messages.ts'
import { differenceName, sideText } from '../../../shared/money/difference/difference-texts.ts'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { SelectOne } from '../../../shared/record/selection/select-boxes.tsx'
import type { Selection } from '../../../shared/record/selection/use-selection.ts'
import { CardName } from '../../../ui/card-parts.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import classes from './difference-card.module.css'

interface DifferenceCardProps {
  difference: Difference
  onResolve: () => void
  /** Asks before what the gateway says is recorded. */
  onHeal: (action: DifferenceAction) => void
  /** Called on hover and focus of the actions: prefetch their dialogs. */
  onIntent: () => void
  /** Undefined if it can't be resolved together with others. */
  selection: Selection | undefined
}

/** One difference: what it is, what both sides say, and what can be done (OQ-272). */
export function DifferenceCard({ difference, onResolve, onHeal, onIntent, selection }: DifferenceCardProps) {
  const { kind, order, ours, gateway, resolved } = difference
  const mayResolve = useMay<typeof resolveDifference>('money.write')
  const actions = useDifferenceActions(difference)
  const label = differenceName(difference)
  return (
    <li className={classes.card} data-record={difference._id}>
      <div className={classes.head}>
        <CardName>{differenceTitles[kind]}</CardName>
        {selection && (
          <SelectOne selection={selection} id={difference._id} name={label} className={classes.check} />
        )}
      </div>
      <p className={classes.help}>{kindHelp[kind]}</p>
      <dl className={classes.sides}>
        <Side name={messages.here} side={ours} />
        <Side name={messages.there} side={gateway} />
      </dl>
      <ul className={classes.facts}>
        {order && (
          <li className="gr-shrink">
            <Link {...paths.transaction(order._id)} className={classes.order} title={order.entity_title}>
              {order.reference_order_id}
            </Link>
          </li>
        )}
        {difference.payment_id && <GatewayId name={messages.paymentId} value={difference.payment_id} />}
        {difference.gateway_refund_id && (
          <GatewayId name={messages.refundId} value={difference.gateway_refund_id} />
        )}
      </ul>
      {resolved ? (
        <div className={classes.resolved}>
          <p className="gr-break">
            {messages.resolutions[resolved.resolution]} {formatTime(resolved.at)}
            {resolved.by !== null && ` ${messages.by(resolved.by)}`}
          </p>
          {resolved.note !== null && <p className="gr-lines gr-break">{resolved.note}</p>}
        </div>
      ) : (
        <div className="gr-stack">
          <RefundNotes {...difference} />
          <div className={classes.foot}>
            <span className={classes.time}>
              {difference.occurred_at
                ? messages.occurred(formatTime(difference.occurred_at))
                : messages.found(formatTime(difference.found_at))}
            </span>
            {mayResolve && difference.refunding_at === null && (
              <LightButton
                // What heals a difference comes first.
                primary={actions.length === 0}
                aria-label={`${messages.resolve} ${label}`}
                onClick={onResolve}
                onPointerEnter={onIntent}
                onFocus={onIntent}
              >
                {messages.resolve}
              </LightButton>
            )}
            <DifferenceActions actions={actions} label={label} onHeal={onHeal} onIntent={onIntent} />
          </div>
        </div>
      )}
    </li>
  )
}

function Side({ name, side }: { name: string; side: DifferenceSide }) {
  const { state, amount } = sideText(side)
  return (
    <div className={classes.side}>
      <dt>{name}</dt>
      <dd>
        <span className={side.state === null ? 'gr-faint' : undefined}>{state}</span>
        {amount !== null && <span className={classes.amount}>{amount}</span>}
      </dd>
    </div>
  )
}

function GatewayId({ name, value }: { name: string; value: string }) {
  return (
    <li className={classes.id}>
      <span className="gr-mono gr-ellipsis" title={value}>
        {value}
      </span>
      <CopyValue value={value} label={`Copy ${name} ${value}`} />
    </li>
  )
}
