import {
  addDocumentState,
  listDocuments,
  listMissingStates,
} from '@greenroom/contract/money/document/document.endpoints'
import type { TaxDocument } from '@greenroom/contract/money/document/document.schema'
import { listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import { getTransaction, sumTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { formatMoney } from '../../../lib/money.ts'
import { notify } from '../../../lib/notify.tsx'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { countryChoices } from '../../../shared/field/state-select/country-choices.ts'
import { StateSelect, VenueSelect } from '../../../shared/field/state-select/state-select.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { documentStateMessages as messages } from './document-messages.ts'
import { placeText } from './document-table.tsx'

interface DocumentStateDialogProps {
  opened: boolean
  document: TaxDocument
  onClose: () => void
  /** Called after the documents are issued. */
  onDone: () => void
}

/** Asks for the State or country that an invoice lacks, and corrects the invoice (OQ-243, OQ-246). */
export function DocumentStateDialog({ opened, document, onClose, onDone }: DocumentStateDialogProps) {
  const whose = document.missing_state ?? 'buyer'
  const [isAbroad, setIsAbroad] = useState(false)
  const [state, setState] = useState<string | null>(null)
  const [country, setCountry] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const correction = useCall(addDocumentState, {
    invalidates: [listDocuments, listMissingStates, listGstMonths, getTransaction, sumTransactions],
    refreshesOnConflict: true,
  })

  const Select = whose === 'venue' ? VenueSelect : StateSelect
  const isShown = useIsShown(opened)
  const submit = async () => {
    const place = isAbroad ? country : state
    if (place === null) {
      setError(isAbroad ? messages.countryRequired : messages.required)
      return
    }
    const body = isAbroad ? { country: place } : { state: place }
    try {
      await notify.progress(correction.call({ params: { id: document.id }, body }), {
        pending: messages.pending,
        success: ({ data }) => messages.success(data.invoice.serial),
        error: failureMessage,
      })
      if (isShown.current) onDone()
    } catch (failure) {
      setError(failureMessage(failure))
    }
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closable={!correction.isPending}
      title={messages.title(document.serial)}
      focusesTitle
      footer={
        <>
          <Button variant="subtle" disabled={correction.isPending} onClick={onClose}>
            {messages.cancel}
          </Button>
          <BusyButton busy={correction.isPending} onClick={() => void submit()}>
            {messages.submit}
          </BusyButton>
        </>
      }
    >
      <div className="gr-stack">
        <DescriptionList
          items={[
            { term: 'Order', value: document.order_reference },
            { term: 'Buyer', value: document.buyer.name || document.buyer.email },
            { term: 'Total', value: formatMoney(document.total, document.currency_code) },
            { term: 'Used instead', value: placeText(document.place_of_supply) },
          ]}
        />
        <p className="gr-small">{messages.help[whose]}</p>
        {isAbroad ? (
          <ChoiceSelect
            key="country"
            label={messages.country}
            placeholder={messages.countryPlaceholder}
            required
            searchable
            selectFirstOptionOnChange
            nothingFoundMessage={messages.noMatches}
            maxDropdownHeight={280}
            data={countryChoices}
            value={country}
            error={error}
            disabled={correction.isPending}
            onChange={(chosen) => {
              setCountry(chosen)
              setError(undefined)
            }}
          />
        ) : (
          <Select
            key="state"
            label={messages.state[whose]}
            required
            value={state}
            error={error}
            disabled={correction.isPending}
            onChange={(chosen) => {
              setState(chosen)
              setError(undefined)
            }}
          />
        )}
        {whose === 'buyer' && (
          <Checkbox
            label={messages.abroad}
            checked={isAbroad}
            disabled={correction.isPending}
            onChange={(event) => {
              setIsAbroad(event.currentTarget.checked)
              setError(undefined)
            }}
          />
        )}
        <p className="gr-small gr-faint">
          {isAbroad
            ? messages.abroadConsequence[document.currency_code === 'INR' ? 'rupees' : 'foreign']
            : messages.consequence}
        </p>
      </div>
    </Dialog>
  )
}
