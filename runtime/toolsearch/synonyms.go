package toolsearch

import "strings"

// The tables below have words that people use for the same task. Words in one line of
// sameLines mean the same. Words in one line of relatedLines belong to the same subject,
// and words in one line of actionLines say what is done. A word can be in several lines.
const (
	sameLines = `
picture image photo photograph illustration drawing artwork
screenshot screen capture
email mail gmail e-mail
inbox mailbox outbox
message dm msg
chat conversation channel
comment remark reply annotation answer respond response
meet meeting event appointment
invitation invite
calendar agenda schedule
attendee guest participant invitee
bug issue ticket defect
incident outage downtime
pr pull
repository repo
folder directory
file document doc
client customer buyer user account
bill invoice
money payment
refund reimbursement reimburse
discount coupon voucher promo
stock inventory
order purchase
deal opportunity
lead prospect
vm virtual instance server machine host
pod container
k8s kubernetes kubectl cluster
replica copy
log logs
dns nameserver
domain hostname
certificate cert tls ssl https
key credential token
password passphrase passcode
secret vault
website site webpage
url link address
article page
wiki confluence
phone telephone mobile
sms text
translate translation localize language
summarize summary condense shorten abstract tldr
speech spoken voice aloud speak
audio sound recording
transcribe transcript transcription
subtitle caption
video movie film clip footage
frame still
trim cut crop shorten
resize scale smaller bigger larger enlarge shrink
unpack unzip decompress extract untar
archive zip tar compress pack
checksum hash digest sha md5 fingerprint
weather rain snow sunny wind forecast
temperature heat warm warmer cold cooler degree
route direction way
bike bicycle
place location spot
coordinate latitude longitude gps
restaurant cafe bar
currency dollar euro pound yen exchange
share equity
vulnerability cve security hole weakness
table relation
row record entry
column field
db database
query sql
expire expiry expiration ttl
permission access right
spreadsheet sheet excel
vacation holiday leave absence pto
employee staff worker
person people colleague coworker human
contact addressbook
todo task reminder remind
task job chore errand
note memo memory remember
branch fork
commit revision
release version
deployment deploy rollout release
revert undo rollback restore back
stash shelve
blame wrote author
rename name
declaration declare definition define
usage use used reference caller
function method procedure func
symbol identifier variable
format prettify beautify style
lint linter
dependency package library module
install setup
test tests spec
coverage covered
breakpoint pause
debugger debug
graph chart plot diagram
survey form questionnaire feedback poll
expense receipt
duplicate merge dedupe
music song track jazz album playlist
lights light lamp
room bedroom kitchen office
mute silence quiet snooze
alert alarm notification warning
dashboard board panel
metric measurement statistic utilization
oncall on-call call
cpu processor
ram memory
disk storage
process program pid
port socket
reaction emoji thumb thumbs
flight plane fly airline
hotel accommodation stay
spelling spell typo grammar
notebook jupyter
qr scannable barcode
design mockup figma
background backdrop
serverless lambda
bucket s3
cache redis
mongo mongodb
postgres postgresql
aws amazon ec2 cloudwatch iam
google drive
crm hubspot salesforce
shop store shopify
helm chart
regression fit
resolve lookup`
	relatedLines = `
when time date day today tomorrow week month upcoming
available availability free slot
meeting invitation calendar attendee
today upcoming calendar time list
time hour effort spent worked
error exception crash failure fail bug issue
broken fail failed crash rollback
issue comment pull repository github
log output console line event
log error message
website page browser web
screenshot page browser
screenshot picture page
file folder path
bucket object file
cluster deployment namespace pod
container docker image
ci workflow job pipeline build
server service daemon background
background start
space size room free
slow performance explain optimize forever
schema column type structure
warehouse bigquery
person contact user profile
title profile
alert on-call incident
scan letter ocr
travel trip itinerary flight hotel
conversation session message chat
conversation memory note
talk message session conversation
discuss message session conversation
search find
commit change diff history
uncommitted change diff
lately history log commit
push commit
group sum aggregate total average
monitor dashboard metric alert
price cost quote
link url presign temporary
subdomain dns record zone
source code file
language french german spanish english italian portuguese chinese japanese
translate french german spanish english italian portuguese chinese japanese
function symbol variable reference usage
wiki note document page
buy todo task
answer reply
letter paragraph text word sentence document
reply comment thread
temporary expiry expire
sprint board agile
done finish complete close resolve transition status
interview speech recording audio
loan money
stop expire`
	actionLines = `
create add make open insert register set write compose generate new start draft build put
delete remove erase drop destroy clean clear prune purge cancel free reclaim
list show enumerate display view print which see browse
find search look query locate lookup where
get read fetch retrieve load download see show take grab pull
update change edit modify adjust replace patch alter set swap turn
send post deliver notify tell submit publish share
start run execute launch invoke begin restart rerun again call play
stop end terminate kill halt pause shut
merge join combine
preview plan dry before
check verify test validate evaluate measure
convert transform export render turn
upload put save store send
save store set record write
record add create log
install deploy
apply roll`
)

// phrases are verbs of several words, and single words with the same meaning.
var phrases = map[string]string{
	"call off": "cancel", "turn down": "decline", "set up": "create schedule", "look up": "lookup", "find out": "explain", "run out": "expire",
	"roll back": "rollback", "go back": "undo rollback", "roll out": "deploy apply", "write down": "transcribe", "shut down": "stop", "hand in": "submit",
	"pull request": "pr pull request", "day off": "vacation", "days off": "vacation", "off work": "vacation", "time off": "vacation", "percent off": "discount",
	"log in": "login", "sign in": "login", "stops working": "expires", "give back": "refund", "money back": "refund", "read aloud": "speech", "each other": "",
	"take a picture of the": "screenshot", "take a picture of": "screenshot", "clean up": "prune", "free up": "prune reclaim", "go through": "status",
	"make smaller": "resize", "talk about": "session message", "put together": "create", "cut off": "trim", "get rid of": "remove delete", "file a": "create",
	"sound file": "audio", "top up": "add", "pick up": "get", "fill in": "fill", "fill out": "fill", "follow up": "reply", "back up": "backup export",
}

// The other stems of the lines of each stem, by table.
var same, related, actions = synonymsOf(sameLines), synonymsOf(relatedLines), synonymsOf(actionLines)

// synonymsOf returns the other stems in the lines of each stem.
func synonymsOf(lines string) map[string][]string {
	all := make(map[string][]string)
	for line := range strings.Lines(lines) {
		var members []string
		for word := range strings.FieldsSeq(line) {
			members = append(members, stems(word)...)
		}
		for _, member := range members {
			for _, other := range members {
				if other != member {
					all[member] = append(all[member], other)
				}
			}
		}
	}
	return all
}
