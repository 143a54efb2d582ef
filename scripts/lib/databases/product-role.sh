# Creates the product's role in the PostgreSQL of docker-compose.yml and ops/kubernetes/single. Connects through the server's
# socket, for which the image requires no password. The superuser, postgres, cannot sign in over the network.
# POSTGRES_PASSWORD is the password of the product's role.
set -eu
folder=$(dirname "$0")
export PGOPTIONS="-c client_min_messages=warning -c ringwell.product_password=$POSTGRES_PASSWORD"
run_as() {
  user=$1
  shift
  psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$user" "$@"
}
# Earlier versions connected as the server's superuser, which was named ringwell. A session cannot rename its own user.
if ! run_as postgres --dbname=ringwell --command='select' >/dev/null 2>&1; then
  run_as ringwell --dbname=ringwell --command='drop role if exists ringwell_setup' --command='create role ringwell_setup superuser login'
  run_as ringwell_setup --dbname=ringwell --command='alter role ringwell rename to postgres'
fi
run_as postgres --dbname=ringwell --command='drop role if exists ringwell_setup' --command='alter role postgres password null' \
  --file="$folder/product-role.sql"
