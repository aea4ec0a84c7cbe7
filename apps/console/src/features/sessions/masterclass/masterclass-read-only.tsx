import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { ReadOnlyNotice } from '../../../ui/form-notice.tsx'
import { FormPage } from '../../../ui/form-page.tsx'
import type { ClosedGroup } from './masterclass-closed.ts'
import { MasterclassDetailsStep } from './masterclass-details-step.tsx'
import { masterclassClosedMessages } from './masterclass-form-messages.ts'
import { masterclassValuesOf } from './masterclass-form-values.ts'
import { MasterclassJoiningStep } from './masterclass-joining-step.tsx'
import { MasterclassPriceStep } from './masterclass-price-step.tsx'

interface MasterclassReadOnlyProps {
  masterclass: Masterclass
  group: ClosedGroup
}

/** All steps of a masterclass that cannot be edited, with the reason (MC-10, OQ-134). */
export function MasterclassReadOnly({ masterclass, group }: MasterclassReadOnlyProps) {
  const form = useForm({ initialValues: masterclassValuesOf(masterclass) })
  const search = group === 'active' ? {} : { tab: group }
  return (
    <FormPage
      width="wizard"
      busy={false}
      onSubmit={nothing}
      onCancel={nothing}
      actions={
        <Button
          size="md"
          variant="default"
          renderRoot={(props) => <Link to={paths.masterclassList} search={search} {...props} />}
        >
          {masterclassClosedMessages.back}
        </Button>
      }
    >
      <ReadOnlyNotice message={masterclassClosedMessages[group]} />
      <fieldset disabled className="gr-shrink">
        <MasterclassDetailsStep
          stored={masterclass}
          isDraft={false}
          form={form}
          banner={{ file: null, stored: masterclass.banner, onPick: nothing, disabled: true }}
        />
        <MasterclassPriceStep form={form} />
        <MasterclassJoiningStep form={form} storedTypes={[]} />
      </fieldset>
    </FormPage>
  )
}

// Every field is disabled, so there is nothing to submit.
function nothing() {}
