# Creates the product's role in the PostgreSQL of docker-compose.yml and ops/kubernetes/single. Connects through the server's
# socket, for which the image requires no password. The superuser, postgres, cannot sign in over the network.
# POSTGRES_PASSWORD is the password of the product's role.
set -eu
folder=$(dirname "$0")
export PGOPTIONS="-c client_min_messages=warning -c ringwell.product_password=$POSTGRES_PASSWORD"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username=postgres --dbname=ringwell \
  --command='alter role postgres password null' --file="$folder/product-role.sql"
