import type { MissingState } from '@greenroom/contract/money/document/document.schema'
import { Link } from '@tanstack/react-router'
import { businessDay } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { formatDay } from '../../../ui/day-field-props.ts'
import { SelectOne } from '../../record/selection/select-boxes.tsx'
import type { Selection } from '../../record/selection/use-selection.ts'
import { guessedPlace, placeName } from './missing-places.ts'
import classes from './missing-states-dialog.module.css'
import { missingStatesMessages as messages } from './missing-states-messages.ts'
import { PlaceSelect } from './place-select.tsx'

interface MissingStateRowProps {
  row: MissingState
  place: string | null
  /** Why the server refused it. */
  problem: string | undefined
  selection: Selection
  disabled: boolean
  onChoose: (place: string | null) => void
}

/** An invoice without a State: whose it is, what is chosen for it, and where the guess is from. */
export function MissingStateRow({
  row: { document, guess },
  place,
  problem,
  selection,
  disabled,
  onChoose,
}: MissingStateRowProps) {
  const { serial, order_id, order_reference, document_date, buyer, missing_state } = document
  const guessed = guessedPlace(guess)
  return (
    <li className={classes.row} data-document={serial}>
      <SelectOne
        selection={selection}
        id={document.id}
        name={serial}
        disabled={disabled}
        className={classes.check}
      />
      <div className={classes.who}>
        <div className="gr-bold gr-ellipsis">{buyer.name || buyer.email}</div>
        <div className="gr-fine gr-faint">
          <span className="gr-nowrap">{serial}</span> ·{' '}
          <span className="gr-nowrap">{formatDay(document_date)}</span>
        </div>
        <Link
          {...paths.transaction(order_id)}
          target="_blank"
          rel="noopener"
          className={classes.link}
          aria-label={order_reference}
        >
          {order_reference}
        </Link>
      </div>
      <div className={classes.place}>
        <PlaceSelect
          aria-label={messages.stateOf(serial)}
          isStateOnly={missing_state === 'venue'}
          clearable
          clearButtonProps={{ 'aria-label': messages.clear(serial) }}
          rightSectionPointerEvents="all"
          {...(place !== null && { rightSection: undefined })}
          value={place}
          error={problem}
          disabled={disabled}
          onChange={onChoose}
        />
        {missing_state === 'venue' && <div className="gr-fine gr-faint">{messages.venue}</div>}
        {guess !== null && guessed !== null && (
          <div className={classes.guess}>
            {place === guessed ? (
              <>
                {messages.guess}{' '}
                {guess.order ? (
                  <Link
                    {...paths.transaction(guess.order.id)}
                    target="_blank"
                    rel="noopener"
                    className={classes.link}
                  >
                    {messages.guessOfOrder(formatDay(businessDay(new Date(guess.order.ordered_at))))}
                  </Link>
                ) : (
                  messages.guessOfVenue
                )}
              </>
            ) : (
              <button
                type="button"
                className={classes.link}
                disabled={disabled}
                onClick={() => onChoose(guessed)}
              >
                {messages.takeGuess(placeName(guessed))}
              </button>
            )}
          </div>
        )}
      </div>
      <div className={classes.total}>{formatMoney(document.total, document.currency_code)}</div>
    </li>
  )
}
