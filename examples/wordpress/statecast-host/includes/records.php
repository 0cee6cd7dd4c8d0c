<?php
/**
 * The records of the example. A real host reads them from its own post types, options and from MemberPress.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the channels by slug.
 *
 * @return array[]
 */
function statecast_channels() {
	$channels = array();
	$rows     = array(
		array( 'harbor-one', 'Harbor One', 'The coast before it wakes, the city before it moves', 'Headlines', 'Northeast', '55600', 'H1', '#14507a' ),
		array( 'longitude', 'Longitude', 'Every hour, somewhere else', 'World', 'Northeast', '41250', 'Lo', '#0f5c5c' ),
		array( 'rotunda', 'Rotunda', 'Both chambers, every vote, unhurried', 'Politics', 'South', '38900', 'R', '#6b2d3a' ),
	);
	foreach ( $rows as $row ) {
		$channels[ $row[0] ] = array_combine( array( 'slug', 'name', 'tagline', 'category', 'region', 'followers', 'letters', 'colour' ), $row );
	}
	/**
	 * Filters the channels.
	 *
	 * @param array[] $channels Channels by slug.
	 */
	return apply_filters( 'statecast_channels', $channels );
}

/**
 * Returns the regions of the channel request form.
 *
 * @return array[]
 */
function statecast_regions() {
	$names = array( 'National', 'Northeast', 'Midwest', 'South', 'West' );
	$region = fn( $id, $name ) => array( 'id' => (string) $id, 'name' => $name, 'slug' => sanitize_title( $name ) );
	return array_map( $region, range( 1, count( $names ) ), $names );
}

/**
 * Returns the questions and answers in the order of display.
 *
 * @return array[]
 */
function statecast_faqs() {
	$rows = array(
		array( '1', 'Can I watch on my TV?', '<p>Yes, on Roku, Amazon Fire TV and <strong>Android TV</strong>.</p>', 'Watching' ),
		array( '2', 'Where do I find my invoices?', '<p>Under <em>Transaction history</em>.</p>', 'Paying' ),
	);
	return array_map( fn( $row ) => array_combine( array( 'id', 'question', 'answer', 'category' ), $row ), $rows );
}

/**
 * Returns the plans by id, as MemberPress returns them.
 *
 * @return array[]
 */
function statecast_plans() {
	$plans = array();
	$rows  = array(
		array( 101, 'Weekly', '6.50', '7', 'days', '<p>Every channel, billed weekly.</p>' ),
		array( 102, 'Monthly', '19.99', '1', 'months', '<p>Every channel, billed monthly.</p>' ),
		array( 104, 'Yearly', '179.00', '1', 'years', '<p>Every channel for a year.</p>' ),
		array( 105, 'Founder', '399.00', '1', 'lifetime', '<p>Every channel, paid once.</p>' ),
	);
	foreach ( $rows as $index => list( $id, $title, $price, $period, $period_type, $text ) ) {
		$plans[ $id ] = array(
			'id'               => $id,
			'title'            => $title,
			'content'          => $text,
			'excerpt'          => $text,
			'date'             => '2026-01-24 12:00:00',
			'status'           => 'publish',
			'group'            => '100',
			'price'            => $price,
			'period'           => $period,
			'period_type'      => $period_type,
			'trial'            => false,
			'trial_days'       => '0',
			'trial_amount'     => '0',
			'trial_once'       => '1',
			'group_order'      => (string) $index,
			'is_highlighted'   => false,
			'pricing_title'    => $title,
			'pricing_benefits' => array( 'All live channels' ),
		);
	}
	return $plans;
}

/**
 * Returns the rows of an option that belong to a member, the highest id first. Rows have the shape of MemberPress.
 *
 * @param string $name    `statecast_transactions` or `statecast_subscriptions`.
 * @param int    $user_id User id.
 * @return array[]
 */
function statecast_rows( $name, $user_id ) {
	$rows = wp_list_filter( get_option( $name, array() ), array( 'member' => (string) $user_id ) );
	usort( $rows, fn( $one, $other ) => $other['id'] - $one['id'] );
	return $rows;
}

/**
 * Whether a transaction grants access now. Like MemberPress, it ignores the status of the subscription.
 *
 * @param array $row Transaction.
 * @return bool
 */
function statecast_grants_access( $row ) {
	$is_settled  = 'subscription_confirmation' === $row['txn_type'] ? 'confirmed' === $row['status'] : 'complete' === $row['status'];
	$is_lifetime = in_array( $row['expires_at'], array( null, '0000-00-00 00:00:00' ), true );
	return $is_settled && ( $is_lifetime || $row['expires_at'] > gmdate( 'Y-m-d H:i:s' ) );
}

/**
 * Returns the plans that a user has paid for.
 *
 * @param int $user_id User id.
 * @return array[]
 */
function statecast_active_plans( $user_id ) {
	$active = array_filter( statecast_rows( 'statecast_transactions', $user_id ), 'statecast_grants_access' );
	return array_values( array_intersect_key( statecast_plans(), array_flip( wp_list_pluck( $active, 'membership' ) ) ) );
}
