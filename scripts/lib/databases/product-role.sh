# Gives the product a role of its own in the PostgreSQL of docker-compose.yml and of ops/kubernetes/single, through the server's socket,
# where its image asks for no password: the superuser is postgres, and cannot sign in over the network.
# POSTGRES_PASSWORD is the password of the product's role.
set -eu
folder=$(dirname "$0")
export PGOPTIONS="-c client_min_messages=warning -c ringwell.product_password=$POSTGRES_PASSWORD"
as() {
  user=$1
  shift
  psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$user" "$@"
}
# Versions before this one connected as the superuser of the server, which was named ringwell. No session can rename its own user.
if ! as postgres --dbname=ringwell --command='select' >/dev/null 2>&1; then
  as ringwell --dbname=ringwell --command='drop role if exists ringwell_setup' --command='create role ringwell_setup superuser login'
  as ringwell_setup --dbname=ringwell --command='alter role ringwell rename to postgres'
fi
as postgres --dbname=ringwell --command='drop role if exists ringwell_setup' --command='alter role postgres password null' \
  --file="$folder/product-role.sql"
